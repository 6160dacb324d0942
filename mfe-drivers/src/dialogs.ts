import { useCallback, useState } from 'react'
import { lazyWithRetry, offerUndo, useDialogs } from '@interline/shared/ui'
import { reloading, reloadLists } from './api.ts'
import { nameOf } from './driver-row.ts'
import type { DriverRow } from './driver-row.ts'
import { useT } from './messages.ts'
import { rememberFocus } from './verify/return-focus.ts'

// One import each for the list and the page of one driver: two would be two copies.
export const ConnectDriver = lazyWithRetry(async () => (await import('./connect/connect-driver.tsx')).ConnectDriver)
export const EditDriver = lazyWithRetry(async () => (await import('./edit/edit-driver.tsx')).EditDriver)

type Shown<Name> = { name: Name; driver: DriverRow; opener: HTMLElement; open: boolean; count: number }

/**
 * Which dialog of a driver is shown. Once it changed the driver, it closes, the lists are read again, and the focus
 * goes back to what opened it. A change that can be taken back offers Undo.
 */
export function useDriverDialog<Name extends string>() {
  const t = useT()
  const dialogs = useDialogs()
  const [shown, setShown] = useState<Shown<Name> | null>(null)
  const show = useCallback(
    (name: Name, driver: DriverRow, opener: HTMLElement) =>
      setShown((last) => ({ name, driver, opener, open: true, count: (last?.count ?? 0) + 1 })),
    [],
  )
  const onClose = () => setShown((now) => now && { ...now, open: false })

  async function finish(title: string, text: string, undo?: () => Promise<void>) {
    const goBack = shown && rememberFocus(shown.opener)
    onClose()
    await Promise.all([reloadLists(), dialogs.success(title, text)])
    goBack?.()
    if (!undo || !shown) return
    const name = nameOf(shown.driver)
    void offerUndo({
      title: t('undo.edited'),
      detail: name,
      undone: t('undo.isEdited', { name }),
      undo: () => reloading(undo()),
    })
  }

  const modal = shown && { driver: shown.driver, open: shown.open, onClose }
  const change = modal && { ...modal, onDone: (...done: Parameters<typeof finish>) => void finish(...done) }
  return { name: shown?.name, key: shown?.count, modal, change, show }
}
