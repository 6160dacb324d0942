import type { RefObject } from 'react'
import { messages } from '../../i18n/messages.ts'
import { useShortcut } from '../../ui/shortcuts/registry.ts'
import type { PageTarget } from '../../list/list-state.ts'
import type { Pages } from '../../list/use-pages.ts'
import english from './list-keys.en.json'

const t = messages('list-keys', english)

type ListKeysProps = {
  card: RefObject<HTMLElement | null>
  /** The rows; it can have the focus itself. */
  ground: RefObject<HTMLElement | null>
  pages: Pick<Pages, 'next' | 'previous'>
  onPage: (to: PageTarget) => void
}

/** The shortcuts of a list: `j` and `k` move the focus from row to row, as in other lists of mail and tickets. */
export function ListKeys({ card, ground, pages, onPage }: ListKeysProps) {
  const rows = () => [...(ground.current?.querySelectorAll<HTMLElement>('[data-row-key]') ?? [])]
  const current = () => document.activeElement?.closest<HTMLElement>('[data-row-key]') ?? null
  const step = (by: 1 | -1) => () => {
    const all = rows()
    const row = current()
    const at = row ? all.indexOf(row) + by : by === 1 ? 0 : all.length - 1
    focusRow(all[at])
  }
  const open = () => {
    const row = current()
    if (!row || !ground.current?.contains(row)) return false
    row.querySelector<HTMLElement>('a[href^="/"]:not([target]), button:not(:disabled)')?.click()
  }
  const turn = (to: PageTarget | null) => () => {
    if (!to) return false
    ground.current?.focus({ preventScroll: true })
    onPage(to)
  }
  // The last one is the first in the list of shortcuts.
  useShortcut({ key: 'p', text: t('previousPage'), run: turn(pages.previous) })
  useShortcut({ key: 'n', text: t('nextPage'), run: turn(pages.next) })
  useShortcut({ key: 'enter', text: t('open'), run: () => document.activeElement === current() && open() })
  useShortcut({ key: 'o', text: t('open'), run: open })
  useShortcut({ key: 'k', text: t('previous'), repeats: true, run: step(-1) })
  useShortcut({ key: 'j', text: t('next'), repeats: true, run: step(1) })
  useShortcut({
    key: '/',
    text: t('search'),
    run: () => {
      const box = card.current?.querySelector<HTMLInputElement>('input[type=search]')
      if (!box) return false
      box.focus()
      box.select()
    },
  })
  return null
}

/** A row takes the focus only when it is led there: Tab goes on to its controls, and never stops at it. */
function focusRow(row: HTMLElement | undefined) {
  if (!row) return
  row.tabIndex = -1
  row.focus()
}
