import { useEffect, useRef } from 'react'
import { getFile } from '../../api/api.ts'
import { useChange } from '../../api/change.ts'
import { todayIn } from '../../contract/time/days.ts'
import { t } from '../../i18n/texts.ts'
import { useTimeZone } from '../../session/preferences.ts'
import { onSessionEnd, usePermitted } from '../../session/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { failureReason } from '../../ui/feedback/failure-reason.ts'
import { useToast } from '../../ui/feedback/toast.ts'
import type { PageQuery } from '../data/use-list-query.ts'
import { saveFile } from './save-file.ts'

type DownloadRowsProps = { title: string; resource: string; path: string; query: PageQuery; disabled: boolean }

/**
 * Saves all rows that search and filters keep, in the order on screen and by the same clocks, as a CSV file of the
 * server. Nothing is saved for who left or signed out meanwhile.
 */
export function DownloadRows({ title, resource, path, query, disabled }: DownloadRowsProps) {
  const toast = useToast()
  const timeZone = useTimeZone()
  const isPermitted = usePermitted('exports:read')
  const leaving = useRef<AbortController>(null)
  useEffect(() => {
    const leave = () => leaving.current?.abort()
    const stop = onSessionEnd(leave)
    return () => {
      stop()
      leave()
    }
  }, [])

  const { make: download, isPending } = useChange({
    what: `Downloading ${path}`,
    async send() {
      const { signal } = (leaving.current = new AbortController())
      const { page: _page, cursor: _cursor, page_size: _size, ...whole } = query
      const file = await getFile(path, 'text/csv', { query: { ...whole, tz: timeZone }, signal })
      if (!signal.aborted) saveFile(file, `${resource}-${todayIn(timeZone)}.csv`)
    },
    onFailed(error) {
      if (!leaving.current?.signal.aborted)
        toast.failure(t('list.downloadFailed', { title }), failureReason(error), error)
    },
  })

  const label = isPermitted ? t(isPending ? 'list.downloading' : 'list.download', { title }) : t('list.mayNotDownload')
  return (
    <button
      type="button"
      className="il-button il-button-square il-download"
      aria-label={label}
      title={label}
      aria-busy={isPending}
      disabled={disabled || !isPermitted}
      aria-disabled={isPending}
      onClick={() => download()}
    >
      <Icon id="download" />
    </button>
  )
}
