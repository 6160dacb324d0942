import Papa from 'papaparse'
import { useState } from 'react'
import { formatCount } from '@interline/shared/i18n'
import { timeZoneInUse } from '@interline/shared/session'
import { todayIn, type ImportedRow } from '@interline/shared/contract'
import { ChangeFailure } from '@interline/shared/forms'
import { saveFile } from '@interline/shared/list'
import { Button, failureReason, Icon } from '@interline/shared/ui'
import { t } from '../import-messages.ts'
import { outcomeOf, rowsToCheckAgain, rowsToImport } from '../row-state.ts'
import type { Outcome, RowState } from '../row-state.ts'
import type { Work } from '../use-import.ts'
import { StepTitle } from './step-title.tsx'
import * as table from '../../table.module.css'
import * as styles from '../import.module.css'

type ReportProps = {
  work: Work
  onImport: () => void
  onCheckAgain: () => void
  onBack: () => void
  onAnother: () => void
}

const outcomes: readonly Outcome[] = ['create', 'change', 'refused', 'duplicate', 'open', 'unchanged']
const rowsMore = 50

/** The report says what the import would do, or did, row by row. */
export function Report({ work, onImport, onCheckAgain, onBack, onAnother }: ReportProps) {
  const { states, failure, phase } = work
  const isMade = phase === 'made'
  const [only, setOnly] = useState<Outcome | null>(null)
  const [most, setMost] = useState(rowsMore)
  const counts = new Map<Outcome, number>()
  for (const state of states) {
    const outcome = outcomeOf(state, isMade)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  const isOf = (state: RowState, outcome: Outcome) => outcomeOf(state, isMade) === outcome
  const listed =
    only !== null
      ? states.filter((state) => isOf(state, only))
      : [...states.filter((state) => !isOf(state, 'unchanged')), ...states.filter((state) => isOf(state, 'unchanged'))]
  const left = rowsToImport(states).length
  const again = rowsToCheckAgain(states).length
  const count = (n: number) => ({ count: n, rows: formatCount(n) })

  function show(outcome: Outcome | null) {
    setOnly(outcome)
    setMost(rowsMore)
  }

  const download = () =>
    saveReport(
      `import-report-${todayIn(timeZoneInUse())}.csv`,
      [t('report.row'), t('report.driver'), t('report.result'), t('map.field')],
      states.map((state) => [
        String(state.row.line),
        nameOf(state),
        resultOf(state, isMade),
        detailsOf(state).join('\n'),
      ]),
    )

  const filter = (outcome: Outcome | null, text: string, n: number) => (
    <button
      key={text}
      type="button"
      className="il-button il-button-pill"
      aria-pressed={only === outcome}
      onClick={() => show(outcome)}
    >
      {text} <span>{formatCount(n)}</span>
    </button>
  )

  return (
    <>
      <StepTitle title={t(isMade ? 'done.title' : 'checked.title')}>
        <p>
          {isMade
            ? t(left === 0 ? 'done.all' : failure === null ? 'done.stopped' : 'done.failed', count(left))
            : t(left === 0 ? 'checked.nothing' : 'checked.text')}
        </p>
      </StepTitle>
      {failure !== null && <ChangeFailure title={t('failed.import')} reason={failureReason(failure)} error={failure} />}
      <div className={styles.acts}>
        <Button icon={<Icon id="download" size={16} />} onClick={download}>
          {t('report.download')}
        </Button>
        {isMade ? (
          <>
            <Button onClick={onAnother}>{t('done.another')}</Button>
            {again > 0 && <Button onClick={onCheckAgain}>{t('done.again', count(again))}</Button>}
            {left > 0 && (
              <Button type="primary" onClick={onImport}>
                {t('done.continue', count(left))}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button onClick={onBack}>{t('checked.back')}</Button>
            <Button type="primary" disabled={left === 0} onClick={onImport}>
              {t('checked.import', count(left))}
            </Button>
          </>
        )}
      </div>
      <div className={styles.filters} role="group" aria-label={t('report.filters')}>
        {filter(null, t('report.all'), states.length)}
        {outcomes.map((outcome) => {
          const n = counts.get(outcome)
          return n && filter(outcome, t(`report.${isMade ? 'made' : 'planned'}.${outcome}`), n)
        })}
      </div>
      <table className={`${table.table} ${styles.rows}`} aria-label={t('report.label')}>
        <thead>
          <tr>
            <th scope="col">{t('report.row')}</th>
            <th scope="col">{t('report.driver')}</th>
            <th scope="col">{t('report.result')}</th>
          </tr>
        </thead>
        <tbody>
          {listed.slice(0, most).map((state) => (
            <tr key={state.row.line}>
              <td>{state.row.line}</td>
              <th scope="row" translate="no">
                {nameOf(state)}
              </th>
              <td>
                <span className={styles.outcome} data-outcome={outcomeOf(state, isMade)}>
                  {resultOf(state, isMade)}
                </span>
                <ul>
                  {detailsOf(state).map((text, at) => (
                    <li key={at}>{text}</li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {listed.length > most && (
        <div className={styles.more}>
          <Button onClick={() => setMost(most + rowsMore)}>{t('report.more')}</Button>
        </div>
      )}
    </>
  )
}

/** Saves a CSV file, whose cells a spreadsheet does not run as formulas. */
function saveReport(name: string, headings: string[], rows: string[][]): void {
  const text = Papa.unparse({ fields: headings, data: rows }, { escapeFormulae: true })
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), name)
}

const known = (key: string, otherwise: string) => {
  const text = t(key)
  return text === key ? otherwise : text
}

/** Why, or what, in sentences: changes with what was before, problems and duplicates. */
function detailsOf({ checked, made }: RowState): string[] {
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
const nameOf = ({ row, checked, made }: RowState): string =>
  (made ?? checked).driver?.full_name || row.cells.full_name || row.cells.email || t('report.nobody')

const resultOf = (state: RowState, isMade: boolean): string =>
  t(`report.${isMade ? 'made' : 'planned'}.${outcomeOf(state, isMade)}`)
