import { useEffect, useRef, useState } from 'react'
import { api, logFailure, postForAnswer, randomId, refreshResource } from '@interline/shared/api'
import type { ImportedRow, ImportRow } from '@interline/shared/contract'
import { onSessionEnd } from '@interline/shared/session'
import { driverLists } from '../api.ts'
import { markRepeated, rowsToImport } from './row-state.ts'
import type { RowState } from './row-state.ts'

const path = '/admin/drivers/import'
type Answer = { data: ImportedRow[] }

/** How many rows are sent in one call: those that change something hold the database for a moment. */
const atOnce = { checking: 100, importing: 50 }

export type Work = {
  phase: 'checking' | 'checked' | 'importing' | 'made'
  states: readonly RowState[]
  done: number
  all: number
  isStopping: boolean
  failure: unknown
}

/** Checks rows and imports them, call by call; what was sent is waited for, also when it is stopped. */
export function useImport() {
  const [work, setWork] = useState<Work | null>(null)
  const run = useRef<AbortController>(null)
  const importId = useRef('')
  const lastCheck = useRef<{ rows: ImportRow[]; refused: ImportedRow[] }>({ rows: [], refused: [] })
  const isBusy = work?.phase === 'checking' || work?.phase === 'importing'
  useEffect(() => onSessionEnd(() => run.current?.abort()), [])
  useEffect(() => {
    if (!isBusy) return
    const keepOpen = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', keepOpen)
    return () => window.removeEventListener('beforeunload', keepOpen)
  }, [isBusy])

  function begin(phase: 'checking' | 'importing', states: readonly RowState[], all: number) {
    const { signal } = (run.current = new AbortController())
    setWork({ phase, states, done: 0, all, isStopping: false, failure: null })
    return signal
  }

  const progress = (change: Partial<Work>) => setWork((now) => now && { ...now, ...change })

  /** Back from a check: to the report of the import whose rows were checked again, where there is one. */
  const reset = () =>
    setWork((now) =>
      now?.phase === 'checking' && now.states.length > 0
        ? { ...now, phase: 'made', isStopping: false, failure: null }
        : null,
    )

  async function check(rows: ImportRow[], refused: ImportedRow[] = []) {
    lastCheck.current = { rows, refused }
    const signal = begin('checking', work?.states ?? [], rows.length)
    const answers: ImportedRow[] = []
    try {
      for (let at = 0; at < rows.length; at += atOnce.checking) {
        const sent = { rows: rows.slice(at, at + atOnce.checking) }
        answers.push(...(await api.post<Answer>(`${path}/check`, sent, { signal })).data)
        if (signal.aborted) return reset()
        progress({ done: answers.length })
      }
    } catch (failure) {
      if (signal.aborted) return reset()
      logFailure('Checking rows of an import', failure)
      return progress({ failure })
    }
    const byLine = new Map(rows.map((row) => [row.line, row]))
    const states = [...markRepeated(answers), ...refused]
      .sort((a, b) => a.line - b.line)
      .map((checked) => ({ row: byLine.get(checked.line) ?? { line: checked.line, cells: {} }, checked }))
    importId.current = randomId()
    progress({ phase: 'checked', states })
  }

  async function importAll(before: readonly RowState[]) {
    const rows = rowsToImport(before)
    const signal = begin('importing', before, rows.length)
    let states = before
    let done = 0
    let failure: unknown = null
    // The same rows in each call as before, so that one whose answer was lost is sent again as it was.
    for (; done < rows.length && failure === null && !signal.aborted;) {
      const sent = rows.slice(done, done + atOnce.importing)
      try {
        const { data } = await postForAnswer<Answer>(path, { import_id: importId.current, rows: sent })
        const made = new Map(data.map((row) => [row.line, row]))
        states = states.map((state) => {
          const row = made.get(state.row.line)
          return row ? { ...state, made: row } : state
        })
        done += sent.length
        progress({ states, done })
      } catch (error) {
        logFailure('Importing rows', error)
        failure = error
      }
    }
    progress({ phase: 'made', failure })
    await refreshResource(...driverLists)
  }

  const stop = () => {
    run.current?.abort()
    progress({ isStopping: true })
  }

  const retryCheck = () => check(lastCheck.current.rows, lastCheck.current.refused)

  return { work, check, retryCheck, importAll, stop, reset }
}
