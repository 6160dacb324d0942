import { create } from 'zustand'
import { idOf } from '../../../api/record-fields.ts'

export type SelectableRow = { _id?: unknown }

/** The rows that are selected, by id, whichever page they are on; those of the page, in order, for a range. */
export type Selection = ReturnType<typeof createSelection>

type State = { chosen: ReadonlyMap<string, SelectableRow>; page: readonly SelectableRow[]; anchor: string | null }

export function createSelection() {
  const store = create<State>()(() => ({ chosen: new Map(), page: [], anchor: null }))
  const idsOfPage = () => store.getState().page.map(({ _id }) => idOf(_id))

  /** Selects the row or not; with `isRange` all from the last one that was, to this one. */
  function toggle(row: SelectableRow, isOn: boolean, isRange: boolean) {
    const id = idOf(row._id)
    if (id === null) return
    const { chosen, page, anchor } = store.getState()
    const next = new Map(chosen)
    const ids = idsOfPage()
    const [from, to] = [anchor === null ? -1 : ids.indexOf(anchor), ids.indexOf(id)].sort((a, b) => a - b)
    const range = isRange && from !== undefined && from >= 0 ? page.slice(from, (to ?? from) + 1) : [row]
    for (const one of range) {
      const key = idOf(one._id)
      if (key === null) continue
      if (isOn) next.set(key, one)
      else next.delete(key)
    }
    store.setState({ chosen: next, anchor: id })
  }
  /** Selects all rows of the page or none of them. */
  function togglePage(isOn: boolean) {
    const next = new Map(store.getState().chosen)
    for (const row of store.getState().page) {
      const key = idOf(row._id)
      if (key === null) continue
      if (isOn) next.set(key, row)
      else next.delete(key)
    }
    store.setState({ chosen: next })
  }
  /** The rows on screen now: those that are selected are kept as they are now. */
  function follow(page: readonly SelectableRow[]) {
    const { chosen } = store.getState()
    const newer = page.filter(({ _id }) => chosen.has(idOf(_id) ?? ''))
    const next =
      newer.length === 0 ? chosen : new Map([...chosen, ...newer.map((row) => [idOf(row._id) ?? '', row] as const)])
    store.setState({ page, chosen: next })
  }
  const choose = (chosen: ReadonlyMap<string, SelectableRow>) => store.setState({ chosen, anchor: null })
  return { use: store, toggle, togglePage, follow, choose }
}
