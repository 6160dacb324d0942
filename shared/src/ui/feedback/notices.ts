import type { ReactNode } from 'react'
import { create } from 'zustand'

export type Notice = {
  kind: 'success' | 'error'
  title: string
  detail: ReactNode
  seconds: number
  /** A button on it, which closes it. */
  act?: { label: string; run: () => void }
}

export type ShownNotice = Notice & { key: number; onClosed: (() => void) | undefined }

type Notices = {
  /** The newest last. */
  shown: readonly ShownNotice[]
  /** Where they are drawn; at the bottom left of the window when it is null. */
  place: HTMLElement | null
}

export const useNotices = create<Notices>()(() => ({ shown: [], place: null }))

/** For an element that is to hold them. */
export const setToastPlace = (place: HTMLElement | null) => useNotices.setState({ place })

const mostShown = 4
let count = 0

/** Returns what closes it. */
export function showNotice(notice: Notice, onClosed?: () => void): () => void {
  const key = ++count
  useNotices.setState(({ shown }) => ({ shown: [...shown, { ...notice, key, onClosed }] }))
  const [oldest] = useNotices.getState().shown
  if (oldest && useNotices.getState().shown.length > mostShown) closeNotice(oldest)
  return () => void closeNotice({ key })
}

/** Whether it was there to be closed. */
export function closeNotice({ key }: Pick<ShownNotice, 'key'>): boolean {
  const { shown } = useNotices.getState()
  const closed = shown.find((one) => one.key === key)
  if (!closed) return false
  useNotices.setState({ shown: shown.filter((one) => one !== closed) })
  closed.onClosed?.()
  return true
}

export const actOn = (notice: ShownNotice) => closeNotice(notice) && notice.act?.run()
