import { useCallback, useState } from 'react'
import { lazyWithRetry } from '@interline/shared/ui'
import type { DriverDialogProps, DriverRow } from './driver-row.ts'

// One import each for the list and the page of one driver: two would be two copies.
const dialogs = {
  details: lazyWithRetry<DriverDialogProps>(async () => (await import('./driver-details.tsx')).DriverDetails),
  connect: lazyWithRetry<DriverDialogProps>(async () => (await import('./connect/connect-driver.tsx')).ConnectDriver),
  edit: lazyWithRetry<DriverDialogProps>(async () => (await import('./edit/edit-driver.tsx')).EditDriver),
}

/** `control` is what was pressed: the focus goes back there. */
export type ShowDriverDialog = (name: keyof typeof dialogs, driver: DriverRow, control: HTMLElement) => void

/** The dialog of one driver, or none, and what opens it. */
export function useDriverDialog() {
  const [shown, setShown] = useState<{ name: keyof typeof dialogs; of: Omit<DriverDialogProps, 'onClosed'> } | null>(
    null,
  )
  const show: ShowDriverDialog = useCallback((name, driver, control) => setShown({ name, of: { driver, control } }), [])
  const Dialog = shown && dialogs[shown.name]
  const dialog = Dialog && (
    <Dialog key={`${shown.name} ${String(shown.of.driver._id)}`} {...shown.of} onClosed={() => setShown(null)} />
  )
  return { dialog, show }
}
