import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../api/change.ts'
import { savedViews } from '../../api/saved-views.ts'
import { postForDone } from '../../api/api.ts'
import { viewNameMaxLength } from '../../contract/lists/view-paths.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { failureReason } from '../../ui/feedback/failure-reason.ts'
import type { ListLayout } from '../layout/use-layout.ts'
import type { ListState } from '../../list/list-state.ts'
import { ViewItem } from './view-item.tsx'
import type { ViewChange } from './view-item.tsx'
import { t } from './views-texts.ts'
import './views.css'

export type ViewsFormProps = {
  /** The path of the list's screen. */
  path: string
  /** The list as it is shown now. */
  state: ListState
  defaultSort: string
  layout: Pick<ListLayout<never>, 'text' | 'density'>
  /** A view is being opened. */
  onOpen: () => void
}

/** Opens and changes the views of one list, and saves what it shows now as one. */
export function ViewsForm({ path, state, defaultSort, layout, onOpen }: ViewsFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [done, setDone] = useState('')
  const [isNameless, setNameless] = useState(false)
  // Others share and change them: asked for again each time that they are shown.
  const { data, error, isFetching, refetch } = useQuery({ ...savedViews, staleTime: 0 })
  const views = data?.filter((view) => view.path === path)
  const query = viewQuery(state, defaultSort, layout)
  const focusName = () => form.current?.querySelector('input')?.focus()
  const root = useRef<HTMLDivElement>(null)
  const isKnown = views !== undefined
  useEffect(() => {
    if (isKnown && !root.current?.contains(document.activeElement))
      root.current?.querySelector<HTMLElement>('li > a, input')?.focus()
  }, [isKnown])

  const change = useChange<ViewChange>({
    what: 'Changing a view',
    send: ({ call, payload }) => postForDone(call, payload, { anew: true }),
    reloads: ['views'],
    onMade(_, { message, onMade }) {
      setDone(message)
      onMade?.()
    },
  })
  const make = (to: ViewChange) => {
    setDone('')
    setNameless(false)
    change.make(to)
  }

  function save(event: FormEvent) {
    event.preventDefault()
    const name = trimmed(String(new FormData(form.current ?? undefined).get('name') ?? ''))
    const onMade = () => form.current?.reset()
    if (name === '') setNameless(true)
    else make({ call: '/admin/views', payload: { name, path, query }, message: t('saved', { name }), onMade })
    focusName()
  }

  return (
    <div ref={root} className="il-views" aria-busy={change.isPending}>
      {!views && error ? (
        <ErrorState what={t('what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <ul aria-label={t('title')} hidden={!views?.length}>
          {views?.map((view) => (
            <ViewItem key={view._id} {...{ view, query, onOpen }} onChange={make} onGone={focusName} />
          ))}
        </ul>
      )}
      {views?.length === 0 && <p>{t('none')}</p>}
      <form ref={form} noValidate onSubmit={save} aria-label={t('save')}>
        <label htmlFor={id}>{t('name')}</label>
        <input
          className="il-input"
          id={id}
          name="name"
          maxLength={viewNameMaxLength}
          autoComplete="off"
          aria-describedby={`${id}-note`}
        />
        <button type="submit" className="il-button il-button-small" disabled={change.isPending}>
          {t('save')}
        </button>
      </form>
      <p id={`${id}-note`} role="alert" className="il-wrong">
        {isNameless ? t('noName') : change.error !== null && failureReason(change.error)}
      </p>
      <p role="status">{done}</p>
    </div>
  )
}

/** A list as it is shown, as the query string of its address: search and filters, order and layout. */
export function viewQuery(
  { q, date, sort, filters }: ListState,
  defaultSort: string,
  { text, density }: Pick<ListLayout<never>, 'text' | 'density'>,
): string {
  const params = new URLSearchParams(filters)
  const write = (name: string, value: string) => value !== '' && params.set(name, value)
  write('q', q.trim())
  write('date', date ?? '')
  write('sort', sort === defaultSort ? '' : sort)
  write('cols', text)
  write('density', density === 'compact' ? density : '')
  return params.toString()
}
