import { useEffect, useRef, useState } from 'react'
import { getFile } from '../../api/api.ts'
import { todayIn } from '../../contract/time/days.ts'
import { logFailure } from '../../api/log-failure.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useTimeZone } from '../../session/preferences.ts'
import { onSessionEnd, usePermitted } from '../../session/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { failureReason } from '../../ui/feedback/failure-reason.ts'
import { useToast } from '../../ui/feedback/toast.ts'
import type { PageQuery } from '../data/use-list.ts'
import { saveFile } from './save-file.ts'

type DownloadRowsProps = { title: string; resource: string; path: string; query: PageQuery; disabled: boolean }

/**
 * Saves all rows that search and filters keep, in the order on screen and by the same clocks, as a CSV file of the
 * server. Nothing is saved for who left or signed out meanwhile.
 */
export function DownloadRows({ title, resource, path, query, disabled }: DownloadRowsProps) {
  const t = useMessages('shared')
  const toast = useToast()
  const timeZone = useTimeZone()
  const isPermitted = usePermitted('exports:read')
  const [busy, setBusy] = useState(false)
  const leaving = useRef<AbortController>(null)
  useEffect(() => {
    const leave = () => leaving.current?.abort()
    const stop = onSessionEnd(leave)
    return () => {
      stop()
      leave()
    }
  }, [])

  async function download() {
    if (busy) return
    const { signal } = (leaving.current = new AbortController())
    setBusy(true)
    try {
      const { page: _page, cursor: _cursor, page_size: _size, ...whole } = query
      const file = await getFile(path, 'text/csv', { query: { ...whole, tz: timeZone }, signal })
      if (!signal.aborted) saveFile(file, `${resource}-${todayIn(timeZone)}.csv`)
    } catch (error) {
      if (signal.aborted) return
      logFailure(`Downloading ${path}`, error)
      toast.failure(t('list.downloadFailed', { title }), failureReason(error), error)
    } finally {
      setBusy(false)
    }
  }

  const label = isPermitted ? t(busy ? 'list.downloading' : 'list.download', { title }) : t('list.mayNotDownload')
  return (
    <button
      type="button"
      className="il-tool il-download"
      aria-label={label}
      title={label}
      aria-busy={busy}
      disabled={disabled || !isPermitted}
      aria-disabled={busy}
      onClick={() => void download()}
    >
      <Icon id="download" />
    </button>
  )
}
