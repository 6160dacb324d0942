import type { ReactNode } from 'react'
import { offerUndo, useDialogs as dialogsOf } from '@interline/shared/ui'
import type { UndoOffer } from '@interline/shared/ui'
import { driverLists } from './api.ts'

type Said = {
  /** The control that was pressed for the change. */
  control: HTMLElement
  title: string
  text: ReactNode
  /** Resolves when the new rows are there. */
  reloaded: Promise<void>
  undo?: Omit<UndoOffer, 'reloads'> | undefined
}

/** Says in a dialog that a driver was changed (SPEC §8), goes back to what was pressed, and offers Undo. */
export async function sayChanged({ control, title, text, reloaded, undo }: Said): Promise<void> {
  const goBack = rememberFocus(control)
  await Promise.all([reloaded, dialogsOf().success(title, text)])
  goBack()
  if (undo) void offerUndo({ ...undo, reloads: driverLists })
}

const enabledControl = 'button:enabled'

/**
 * Remembers which control has the focus. The returned function brings the focus back: to the control, into its row when
 * the control is gone, and to the same cell of the row that took its place when the row is gone.
 */
export function rememberFocus(control: HTMLElement): () => void {
  const row = control.closest('tr, li')
  const rows = row?.parentElement
  const place = row && rows ? [...rows.children].indexOf(row) : -1
  const cell = control.closest('td')
  const column = row && cell ? [...row.children].indexOf(cell) : -1
  return () => {
    if (control.isConnected && control.matches(':enabled')) return control.focus()
    if (row?.isConnected) return row.querySelector<HTMLElement>(enabledControl)?.focus()
    const next = rows?.children[Math.min(place, rows.children.length - 1)]
    const same = next?.children[column]?.querySelector<HTMLElement>(enabledControl)
    return (same ?? next?.querySelector<HTMLElement>(enabledControl))?.focus()
  }
}
