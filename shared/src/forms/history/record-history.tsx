import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { getRows } from '../../api/api.ts'
import { useChange } from '../../api/change.ts'
import type { Resource } from '../../api/query-client.ts'
import type { AuditEntry } from '../../contract/index.ts'
import { messages } from '../../i18n/messages.ts'
import { Link } from '../../router/index.ts'
import { usePermitted } from '../../session/session.ts'
import { actorText, actText } from '../../ui/audit/act-text.ts'
import { failureReason } from '../../ui/feedback/failure-reason.ts'
import { useToast } from '../../ui/feedback/toast.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DateTimeText } from '../../ui/values/times.tsx'
import { FieldList } from './field-list.tsx'
import english from './history.en.json'

const t = messages('history', english)

/** How many entries stand beside a record; the audit screen has all. */
const shownEntries = 10

type HistoryEntry = Partial<AuditEntry>

export type HistoryUndo = {
  /** As it is now. */
  record: Readonly<Record<string, unknown>>
  /** These fields can be given back: texts. An entry that changed anything else stays. */
  fields: readonly string[]
  /** No backend empties these. */
  neverEmpty: readonly string[]
  /** A change of its own; rejects with a conflict when somebody changed the record since it was read. */
  giveBack: (texts: Record<string, string>) => Promise<void>
  /** These queries show the record. */
  reloads: readonly Resource[]
}

export type RecordHistoryProps = {
  /** The kind of record, as the audit names it. */
  resource: 'driver' | 'user' | 'booking' | 'administrator'
  /** Nothing is shown without an id. */
  id: string | null
  /** How the texts of the record are given back what a change replaced; no Undo without it. */
  undo?: HistoryUndo
}

/**
 * The changes of a record, newest first; asked for when it is opened. Nothing for who may not read the audit, and where
 * the backend has none.
 */
export function RecordHistory({ resource, id, undo }: RecordHistoryProps) {
  const isPermitted = usePermitted('audit:read')
  const [isOpen, setIsOpen] = useState(false)
  const bodyId = useId()
  if (!isPermitted || id === null) return null
  return (
    <section className="il-history">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setIsOpen((wasOpen) => !wasOpen)}
        >
          <Icon id="clock" />
          <span>{t('title')}</span>
          <Icon id={isOpen ? 'chevron-up' : 'chevron-down'} className="il-history-mark" />
        </button>
      </h3>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && <Entries resource={resource} id={id} undo={undo} />}
      </div>
    </section>
  )
}

type EntriesProps = { undo: HistoryUndo | undefined } & { resource: string; id: string }

function Entries({ resource, id, undo }: EntriesProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['audit', 'history', resource, id],
    queryFn: ({ signal }) =>
      getRows<HistoryEntry>('/admin/audit', { resource, target_id: id, page: 1, page_size: shownEntries }, signal),
    staleTime: 0,
  })
  if (!data && error)
    return <ErrorState what={t('title')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data)
    return (
      <div className="il-history-wait" role="status" aria-label={t('loading')}>
        <Spin />
      </div>
    )
  const total = data.meta?.total ?? data.rows.length
  if (total === 0) return <p className="il-soft il-history-empty">{t('empty')}</p>
  return (
    <>
      <ol className="il-history-entries">
        {data.rows.map((entry, at) => (
          <li key={entry._id ?? at}>
            <p>
              <strong translate="no">{actorText(entry.actor)}</strong> · <span>{actText(String(entry.act))}</span>
              <span className="il-history-time">
                <DateTimeText value={entry.createdAt} />
              </span>
            </p>
            {entry.is_hidden === true ? (
              <p className="il-soft il-history-empty">{t('hidden')}</p>
            ) : (
              <FieldList before={entry.before} after={entry.after} />
            )}
            {undo && <Undo entry={entry} undo={undo} onUndone={() => void refetch()} />}
          </li>
        ))}
      </ol>
      <Link className="il-history-all" to={`/audit?${new URLSearchParams({ resource, target_id: id }).toString()}`}>
        {t('all', { count: total })}
      </Link>
    </>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The values that an edit replaced; null when it cannot be given back, or the record is not as it left it. */
function replacedBy({ act, before, after }: HistoryEntry, { record, fields, neverEmpty }: HistoryUndo) {
  if (act !== 'edit' || !before || !after) return null
  const changed = Object.keys(before).filter((field) => before[field] !== after[field])
  const isAsLeft = (field: string) => fields.includes(field) && textOf(record[field]) === textOf(after[field])
  const mayReturn = (field: string) => textOf(before[field]) !== '' || !neverEmpty.includes(field)
  if (changed.length === 0 || !changed.every((field) => isAsLeft(field) && mayReturn(field))) return null
  return Object.fromEntries(changed.map((field) => [field, textOf(before[field])]))
}

type UndoProps = { entry: HistoryEntry; undo: HistoryUndo; onUndone: () => void }

/** Takes one change back; it says so itself, for the entry that it adds comes a moment later. */
function Undo({ entry, undo, onUndone }: UndoProps) {
  const toast = useToast()
  const act = actText(String(entry.act))
  const { make, isPending } = useChange<Record<string, string>>({
    what: 'Undoing a change of the history',
    send: undo.giveBack,
    reloads: undo.reloads,
    async onMade(_, __, reloaded) {
      await reloaded
      toast.success(t('undone'), act)
      onUndone()
    },
    onFailed(error) {
      const reason = failureReason(error, () => t('changed'))
      toast.failure(t('undoFailed'), reason, error)
      onUndone()
    },
  })
  const texts = replacedBy(entry, undo)
  if (texts === null) return null
  return (
    <button
      type="button"
      className="il-button il-button-small"
      aria-label={t('undoOf', { act, name: actorText(entry.actor) })}
      aria-busy={isPending}
      onClick={() => make(texts)}
    >
      {t('undo')}
    </button>
  )
}
