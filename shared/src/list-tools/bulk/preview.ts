import { trimmed } from '../../contract/trimmed.ts'
import type { BulkAct, BulkInput, BulkValues } from './bulk-act.ts'

/** How many rows stay as they are, and why. */
export type RowsLeft = { reason: string; count: number }

export type Preview<Row> = { will: readonly Row[]; left: readonly RowsLeft[] }

/** The effect of an act: the rows that it changes, and how many it leaves for which reason. */
export function previewOf<Row>(act: BulkAct<Row>, rows: readonly Row[], values: BulkValues): Preview<Row> {
  const will: Row[] = []
  const left = new Map<string, number>()
  const taken = new Set<string>()
  for (const row of rows) {
    const reason = act.reasonToLeave?.(row, values) ?? null
    if (reason !== null) {
      left.set(reason, (left.get(reason) ?? 0) + 1)
      continue
    }
    const same = act.sameAs?.(row) ?? null
    if (same !== null && taken.has(same)) continue
    if (same !== null) taken.add(same)
    will.push(row)
  }
  return { will, left: [...left].map(([reason, count]) => ({ reason, count })) }
}

/** The questions that these rows and answers leave. */
export const inputsFor = <Row>({ inputs = [] }: BulkAct<Row>, rows: readonly Row[], values: BulkValues) =>
  inputs.filter(({ isAsked }) => isAsked?.(rows, values) ?? true)

/** Whether every question is answered. */
export const isAnswered = (inputs: readonly BulkInput[], values: BulkValues): boolean =>
  inputs.every(
    ({ name, isBox, isOptional }) => isBox || isOptional?.(values) === true || trimmed(values[name] ?? '') !== '',
  )
