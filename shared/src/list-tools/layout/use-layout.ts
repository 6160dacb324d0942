import { useMemo } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { textOf } from '../../api/record-fields.ts'
import { useSearchParams } from '../../router/index.ts'
import { safeStorage } from '../../session/safe-storage.ts'
import type { Column } from '../../list/column.ts'
import type { ListId } from '../../list/data/use-list-query.ts'
import { arrangeColumns } from './layout-text.ts'

type Density = 'comfortable' | 'compact'

/** As any version left it: `columns` has texts by the ids of lists. */
type Remembered = { density?: unknown; columns?: Readonly<Record<string, unknown>> | null }

/** Ids of lists by the names that browsers remember their layouts by from before lists had ids. */
const formerNames: Readonly<Record<string, ListId>> = {
  drivers: 'drivers/drivers',
  users: 'users/users',
  'driver-rides': 'rides/driver-rides',
  'user-rides': 'rides/user-rides',
  administrators: 'team/administrators',
  audit: 'team/audit',
}

function withIds(stored: unknown): Remembered {
  const { density, columns } = (stored ?? {}) as Remembered
  const named = Object.entries(columns ?? {}).map(([list, text]) => [formerNames[list] ?? list, text])
  return { density, columns: Object.fromEntries(named) }
}

const useRemembered = create<Remembered>()(
  persist((): Remembered => ({}), {
    name: 'interline-lists',
    version: 1,
    migrate: withIds,
    storage: createJSONStorage(() => safeStorage),
  }),
)

export type ListLayout<Row> = {
  /** `layout-text.ts`; empty for the first layout. */
  text: string
  all: readonly Column<Row>[]
  arranged: readonly Column<Row>[]
  density: Density
  change: (to: { text?: string; density?: Density }) => void
}

const densityOf = (text: unknown): Density | null => (text === 'compact' || text === 'comfortable' ? text : null)

/** How a list is laid out: as the address says, else as this person left the list on this machine. */
export function useLayout<Row>(list: ListId, columns: readonly Column<Row>[]): ListLayout<Row> {
  const [params, setParams] = useSearchParams()
  const remembered = useRemembered()
  const text = (params.get('cols') ?? textOf(remembered.columns?.[list])).slice(0, 1000)
  const density = densityOf(params.get('density')) ?? densityOf(remembered.density) ?? 'comfortable'
  const arranged = useMemo(() => arrangeColumns(text, columns), [text, columns])

  const change: ListLayout<Row>['change'] = (to) => {
    useRemembered.setState(({ columns: before }) => ({
      ...(to.density && { density: to.density }),
      ...(to.text !== undefined && { columns: { ...before, [list]: to.text } }),
    }))
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (to.text !== undefined) next.delete('cols')
        if (to.text) next.set('cols', to.text)
        if (to.density) next.delete('density')
        if (to.density === 'compact') next.set('density', to.density)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return { text, all: columns, arranged, density, change }
}
