import type { ImportedRow } from '@interline/shared/contract'
import { t } from './import-messages.ts'
import { outcomeOf } from './row-state.ts'
import type { RowState } from './row-state.ts'

const known = (key: string, otherwise: string) => {
  const text = t(key)
  return text === key ? otherwise : text
}

/** Why, or what, in sentences: changes with what was before, problems and duplicates. */
export function detailsOf({ checked, made }: RowState): string[] {
  const { changes, problems, same, driver, outcome }: ImportedRow = made ?? checked
  const nothing = t('report.nothing')
  return [
    ...changes.map(({ field, before, after }) =>
      t(outcome === 'create' || driver === null ? 'report.new' : 'report.change', {
        field: t(`fields.${field}`),
        before: before ?? nothing,
        after: after ?? nothing,
      }),
    ),
    ...problems.map(({ field, message }) =>
      field === '' ? message : t('report.problem', { field: known(`fields.${field}`, t('report.row')), message }),
    ),
    ...same.map(({ field, driver: other, line }) =>
      other
        ? t('report.sameDriver', { field: t(`fields.${field}`), name: other.full_name })
        : t('report.sameLine', { field: t(`fields.${field}`), line: line ?? '' }),
    ),
  ]
}

/** Whom the row is about: as they are called now, or in the file. */
export const nameOf = ({ row, checked, made }: RowState): string =>
  (made ?? checked).driver?.full_name || row.cells.full_name || row.cells.email || t('report.nobody')

export const resultOf = (state: RowState, isMade: boolean): string =>
  t(`report.${isMade ? 'made' : 'planned'}.${outcomeOf(state, isMade)}`)
