import { useCallback, useMemo } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { useSearchParams } from '../../router/index.ts'
import { safeStorage } from '../../session/safe-storage.ts'
import type { Column } from '../column.ts'
import { arrangeColumns } from './layout-text.ts'

type Density = 'comfortable' | 'compact'
type Remembered = { density: Density; columns: Readonly<Record<string, string>> }

const useRemembered = create<Remembered>()(
  persist((): Remembered => ({ density: 'comfortable', columns: {} }), {
    name: 'interline-lists',
    storage: createJSONStorage(() => safeStorage),
    merge: (stored, first) => ({ ...first, ...sensible(stored) }),
  }),
)

function sensible(stored: unknown): Partial<Remembered> {
  if (typeof stored !== 'object' || stored === null) return {}
  const { density, columns } = stored as Record<string, unknown>
  return {
    ...(density === 'compact' && { density }),
    ...(typeof columns === 'object' &&
      columns !== null && {
        columns: Object.fromEntries(
          Object.entries(columns).flatMap(([list, text]) => (typeof text === 'string' ? [[list, text]] : [])),
        ),
      }),
  }
}

export type Layout<Row> = {
  /** `layout-text.ts`; empty for the first layout. */
  text: string
  all: readonly Column<Row>[]
  arranged: readonly Column<Row>[]
  density: Density
  setText: (text: string) => void
  setDensity: (density: Density) => void
  reset: () => void
}

const densityOf = (text: string | null): Density | null => (text === 'compact' || text === 'comfortable' ? text : null)

/** How a list is laid out: as the address says, else as this person left the list on this machine. */
export function useLayout<Row>(list: string, columns: readonly Column<Row>[]): Layout<Row> {
  const [params, setParams] = useSearchParams()
  const remembered = useRemembered()
  const text = (params.get('cols') ?? remembered.columns[list] ?? '').slice(0, 1000)
  const density = densityOf(params.get('density')) ?? remembered.density
  const arranged = useMemo(() => arrangeColumns(text, columns), [text, columns])

  const write = useCallback(
    (changes: { cols?: string; density?: string }) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [name, value] of Object.entries(changes)) {
            if (value === '') next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  const setText = useCallback(
    (to: string) => {
      useRemembered.setState(({ columns: before }) => ({ columns: { ...before, [list]: to } }))
      write({ cols: to })
    },
    [list, write],
  )
  const setDensity = useCallback(
    (to: Density) => {
      useRemembered.setState({ density: to })
      write({ density: to === 'compact' ? to : '' })
    },
    [write],
  )
  // One change of the address: of two in a row the second would bring back what the first removed.
  const reset = useCallback(() => {
    useRemembered.setState(({ columns: before }) => ({ density: 'comfortable', columns: { ...before, [list]: '' } }))
    write({ cols: '', density: '' })
  }, [list, write])
  return useMemo(
    () => ({ text, all: columns, arranged, density, setText, setDensity, reset }),
    [text, columns, arranged, density, setText, setDensity, reset],
  )
}
