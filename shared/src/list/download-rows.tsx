import { useEffect, useRef, useState } from 'react'
import { getFile } from '../api.ts'
import { isApiError } from '../api-error.ts'
import { todayIn } from '../days.ts'
import { logFailure } from '../log-failure.ts'
import { useMessages } from '../messages.ts'
import { useTimeZone } from '../preferences.ts'
import { onSessionEnd } from '../session.ts'
import { Icon } from '../ui/icon.tsx'
import { useToast } from '../ui/toast.ts'
import type { AskedOfList } from './use-list.ts'

type DownloadRowsProps = { title: string; noun: string; path: string; asked: AskedOfList; disabled: boolean }

/** Saves all rows that search and filters keep, in the order on screen, as a CSV file of the server. Nothing is saved for who left or signed out meanwhile. */
export function DownloadRows({ title, noun, path, asked, disabled }: DownloadRowsProps) {
  const say = useMessages('shared')
  const toast = useToast()
  const timeZone = useTimeZone()
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
      const { page: _page, page_size: _size, ...query } = asked
      const file = await getFile(path, 'text/csv', { query, signal })
      if (!signal.aborted) save(file, `${noun}-${todayIn(timeZone)}.csv`)
    } catch (error) {
      if (signal.aborted) return
      logFailure(`Downloading ${path}`, error)
      toast.failure(say('list.downloadFailed', { title }), isApiError(error) ? error.title : undefined)
    } finally {
      setBusy(false)
    }
  }

  const label = say(busy ? 'list.downloading' : 'list.download', { title })
  return (
    <button type="button" className="il-tool il-download" aria-label={label} title={label} aria-busy={busy} disabled={disabled} aria-disabled={busy} onClick={() => void download()}>
      <Icon id="download" />
    </button>
  )
}

function save(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
