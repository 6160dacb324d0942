import { useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { Button, Checkbox } from 'antd'
import { useChange } from '../../api/change.ts'
import { logFailure } from '../../api/log-failure.ts'
import type { Resource } from '../../api/query-client.ts'
import { isPermitted } from '../../contract/administrators/role-permissions.ts'
import { todayIn } from '../../contract/time/days.ts'
import { formatCount } from '../../i18n/formats.ts'
import { useTimeZone } from '../../session/preferences.ts'
import { useBackend, useSession } from '../../session/session.ts'
import { failureReason } from '../../ui/feedback/failure-reason.ts'
import { useToast } from '../../ui/feedback/toast.ts'
import type { Column } from '../../list/column.ts'
import type { PageQuery } from '../../list/data/use-list-query.ts'
import { saveFile } from '../../list/toolbar/save-file.ts'
import type { BulkAct, BulkActs, LoadBulk } from './bulk-act.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { useOwnRun } from './bulk-run.ts'
import { counted, t } from './bulk-texts.ts'
import { exportRows } from './export-rows.ts'
import { messageAct } from './message-act.ts'
import { chooseAll, mostRows, readAll } from './selection/read-all.ts'
import { selectColumn } from './selection/select-column.tsx'
import { createSelection } from './selection/selection.ts'
import type { SelectableRow } from './selection/selection.ts'
import { useEscape } from './use-escape.ts'
import './bulk.css'

type BulkModeProps = {
  title: string
  path: string
  resource: Resource
  filePath: string | undefined
  list: {
    rows: readonly SelectableRow[]
    total: number
    isPaged: boolean
    pageQuery: PageQuery
    matching: readonly SelectableRow[] | null
  }
  card: RefObject<HTMLElement | null>
  load: LoadBulk<never>
  onColumn: (column: Column<never> | null) => void
  onLeave: () => void
}

/** Selection mode of a list: its bar, and the column of checkboxes, which it gives to the list. */
export function BulkMode({ path, resource, filePath, list, card, load, onColumn, onLeave }: BulkModeProps) {
  const toast = useToast()
  const timeZone = useTimeZone()
  const user = useSession((session) => session.user)
  const backend = useBackend()
  const [selection] = useState(createSelection)
  const [loaded, setLoaded] = useState<BulkActs<never> | null>(null)
  const [asked, setAsked] = useState<BulkAct<never> | null>(null)
  const leaving = useRef(new AbortController())
  const chosen = selection.use((state) => state.chosen)
  const hasRun = useOwnRun(resource)?.isQuiet === false
  const rows = useMemo(() => [...chosen.values()] as never[], [chosen])
  const { rows: page, total } = list

  useEffect(() => {
    const control = (leaving.current = new AbortController())
    load().then(
      (acts) => {
        if (control.signal.aborted) return
        setLoaded(acts)
        onColumn(selectColumn(selection, acts.nameOf) as Column<never>)
      },
      (error: unknown) => {
        logFailure('Loading what can be done to many rows', error)
        if (control.signal.aborted) return
        toast.failure(t('loadFailed'), failureReason(error), error)
        onLeave()
      },
    )
    return () => {
      control.abort()
      onColumn(null)
    }
    // Once a mode: what it was given does not change while it lasts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => selection.follow(page), [selection, page])
  const leave = () => {
    onLeave()
    card.current?.querySelector<HTMLElement>('.il-select-rows')?.focus()
  }
  useEscape(leave)

  async function selectAll(signal: AbortSignal) {
    selection.choose(list.matching ? chooseAll(list.matching) : await readAll(path, list.pageQuery, signal))
  }
  async function exportSelected(signal: AbortSignal) {
    const file = await exportRows(`${filePath}`, [...chosen.keys()], timeZone, signal)
    if (!signal.aborted) saveFile(file, `${resource}-${todayIn(timeZone)}.csv`)
  }
  const reading = useChange<'all' | 'file'>({
    what: `Selecting in ${path}`,
    send: (wanted) => (wanted === 'all' ? selectAll : exportSelected)(leaving.current.signal),
    onFailed(error, wanted) {
      if (!leaving.current.signal.aborted)
        toast.failure(t(wanted === 'all' ? 'readFailed' : 'exportFailed'), failureReason(error), error)
    },
  })
  const busy = reading.isPending ? reading.payload : null

  if (!loaded) return null
  const may = ({ permission, capability }: BulkAct<never>) =>
    (user === null || isPermitted(user, permission)) && (capability === undefined || backend.has(capability))
  const acts = [...loaded.acts, ...(loaded.personOf ? [messageAct(loaded.personOf)] : [])].filter(may)
  const mayExport = filePath !== undefined && list.isPaged && (user === null || isPermitted(user, 'exports:read'))
  const isPageChosen = page.length > 0 && page.every(({ _id }) => chosen.has(String(_id)))
  const isNone = chosen.size === 0
  return (
    <div className="il-bulk-bar" role="group" aria-label={t('bar')} aria-describedby="il-bulk-keys">
      <Checkbox checked={isPageChosen} onChange={({ target }) => selection.togglePage(target.checked)}>
        {t('page')}
      </Checkbox>
      {total > page.length && (
        <Button loading={busy === 'all'} onClick={() => reading.make('all')}>
          {busy === 'all'
            ? t('reading')
            : t(total > mostRows ? 'first' : 'all', { total: formatCount(Math.min(total, mostRows)) })}
        </Button>
      )}
      <span className="il-bulk-count" role="status">
        {counted('selected', chosen.size)}
      </span>
      <span id="il-bulk-keys" className="il-visually-hidden">
        {t('keys')}
      </span>
      <span className="il-bulk-acts">
        {acts.map((act) => (
          <Button key={act.key} disabled={isNone} onClick={() => setAsked(act)}>
            {act.label}
          </Button>
        ))}
        {mayExport && (
          <Button disabled={isNone} loading={busy === 'file'} onClick={() => reading.make('file')}>
            {t('export')}
          </Button>
        )}
        <Button disabled={isNone} onClick={() => selection.choose(new Map())}>
          {t('clear')}
        </Button>
        <Button onClick={leave}>{t('leave')}</Button>
      </span>
      {(asked !== null || hasRun) && (
        <BulkDialog {...{ act: asked, rows, nameOf: loaded.nameOf, resource, path }} onClosed={() => setAsked(null)} />
      )}
    </div>
  )
}
