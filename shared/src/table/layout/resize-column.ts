import type { Column } from '../column.ts'
import { leastWidth, mostWidth, readLayout, writeLayout } from './layout-text.ts'

type Resizing = { heading: HTMLElement; at: number; startX: number; pointerId: number; onDone: (width: number) => void }

/** The layout in which one column has another width. */
export const withWidth = <Row>(text: string, columns: readonly Column<Row>[], key: string, width: number): string =>
  writeLayout(
    readLayout(text, columns).map((each) => (each.key === key ? { ...each, width } : each)),
    columns,
  )

/** Follows the pointer that pulls at the end of a heading; the rows are drawn with the new width when it is let go. */
export function resizeColumn({ heading, at, startX, pointerId, onDone }: Resizing): void {
  const table = heading.closest('table')
  if (!table) return
  const before = table.style.getPropertyValue('--il-columns')
  const tracks = [...(heading.parentElement?.children ?? [])].map((each) => `${each.getBoundingClientRect().width}px`)
  const first = heading.getBoundingClientRect().width
  let width = Math.round(first)
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    // Let go before this module was there.
    if (event.buttons === 0) return end(event)
    width = Math.round(Math.min(mostWidth, Math.max(leastWidth, first + event.clientX - startX)))
    tracks[at] = `${width}px`
    table.style.setProperty('--il-columns', tracks.join(' '))
  }
  const end = (event: Event) => {
    if (event instanceof PointerEvent && event.pointerId !== pointerId) return
    for (const [type, listener] of listeners) window.removeEventListener(type, listener)
    table.style.setProperty('--il-columns', before)
    if (event.type === 'pointerup' && width !== Math.round(first)) onDone(width)
  }
  const escape = (event: KeyboardEvent) => event.key === 'Escape' && end(event)
  const listeners: [string, EventListener][] = [
    ['pointermove', move as EventListener],
    ['pointerup', end],
    ['pointercancel', end],
    ['keydown', escape as EventListener],
  ]
  for (const [type, listener] of listeners) window.addEventListener(type, listener)
}
