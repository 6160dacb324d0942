import type { ComponentType, ReactNode } from 'react'
import { Button, Skeleton } from '../ui/index.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { isApiError } from '../api/api-error.ts'
import type { DriverRecord, Note, NotedResource } from '../contract/index.ts'
import { Link, useParams } from '../router/index.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { holdFocus } from '../ui/hold-focus.ts'
import { PageTitle } from '../ui/page-title.tsx'
import type { PageTitleProps } from '../ui/page-title.tsx'
import { listAddress } from '../ui/values/record-link.tsx'
import { ErasePerson } from './erase-person.tsx'
import { t } from './messages.ts'
import { RecordNotes } from './notes/record-notes.tsx'
import { Conversation } from './related/conversation.tsx'
import { recordKinds } from './use-record.ts'
import type { RelatedList } from './use-record.ts'
import './record.css'

type AnyRecord = Pick<DriverRecord, 'changed'> & Partial<Pick<DriverRecord, 'chat' | 'erased_at'>>

/** The screen of one record by the `id` of its address. Each has a page of its own: nothing of one shows at another. */
export const screenOfRecord = (Page: ComponentType<{ id: string }>) =>
  function RecordScreen() {
    const { id = '' } = useParams()
    return <Page key={id} id={id} />
  }

type RecordPageProps<Data> = {
  kind: NotedResource
  id: string
  /** The title of the list that it stands in. */
  listTitle: string
  record: UseQueryResult<Data>
  notes: RelatedList<Note>
  /** More that the page shows at first: it stands as a whole, so that nothing moves. */
  lists: readonly { isFetched: boolean }[]
  titleOf: (record: Data) => string
  /** Whom notes are about, where that is not its title. */
  nameOf?: (record: Data) => string
  /** Above the notes; the conversation of a person stands there without it. */
  aside?: (record: Data) => ReactNode
  history: (record: Data) => ReactNode
  /** The rows of other lists that belong to it. */
  related?: ReactNode
  /** The record itself. */
  children: (record: Data) => ReactNode
}

/** The page of one record, at an address of its own: while it loads, when nobody knows the id, and when it is there. */
export function RecordPage<Data extends AnyRecord>(props: RecordPageProps<Data>) {
  const { id, listTitle, record, notes, lists, titleOf, nameOf = titleOf, aside, history, related, children } = props
  const { data, error, isFetching, refetch } = record
  const kind = t(`kind.${props.kind}`)
  const list = { title: listTitle, to: listAddress(props.kind) }
  const title = (current: string): PageTitleProps => ({
    title: current,
    parent: { title: t('dashboard'), to: '/' },
    subParent: list,
    current: kind,
  })
  if (data === undefined && isUnknown(error))
    return (
      <>
        <PageTitle {...title(t('unknown', { what: kind.toLowerCase() }))} />
        <div className="il-card">
          <EmptyState
            title={t('unknown', { what: kind.toLowerCase() })}
            text={t('unknownText')}
            action={<Link to={list.to}>{list.title}</Link>}
          />
        </div>
      </>
    )
  if (data === undefined && error)
    return (
      <>
        <PageTitle {...title(kind)} />
        <div className="il-card">
          <ErrorState what={kind} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </div>
      </>
    )
  if (data === undefined || [notes, ...lists].some(({ isFetched }) => !isFetched))
    return (
      <>
        <PageTitle {...title(data === undefined ? kind : titleOf(data))} />
        <div className="il-card il-record-loading" role="status" aria-label={t('loading', { what: kind })}>
          <Skeleton active title={false} avatar paragraph={{ rows: 8 }} />
        </div>
      </>
    )
  const person = props.kind === 'booking' ? null : { id, name: nameOf(data), role: props.kind }
  return (
    <>
      <PageTitle {...title(titleOf(data))} />
      {error && (
        <p ref={holdFocus} className="il-note" role="status">
          <span>{t('stale')}</span>
          <Button size="small" onClick={() => void refetch()} loading={isFetching}>
            {t('retry')}
          </Button>
        </p>
      )}
      <div className="il-record">
        <div>{children(data)}</div>
        <div className="il-record-aside">
          {aside?.(data)}
          {person && data.chat !== undefined && <Conversation chat={data.chat} {...person} />}
          <RecordNotes resource={props.kind} id={id} name={nameOf(data)} notes={notes} />
          {history(data)}
          {person && (
            <ErasePerson
              resource={recordKinds[person.role].resource}
              id={id}
              name={person.name}
              erasedAt={data.erased_at}
            />
          )}
        </div>
        {related && <div>{related}</div>}
      </div>
    </>
  )
}

/** An id of another form is as unknown as one that nobody has. */
const isUnknown = (error: unknown) => isApiError(error) && (error.status === 404 || error.status === 400)
