import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { logFailure } from '../../api/log-failure.ts'
import { refreshResource } from '../../api/query-client.ts'
import { savedViews } from '../../api/saved-views.ts'
import { postForDone } from '../../api/api.ts'
import { viewNameMaxLength } from '../../contract/lists/view-paths.ts'
import type { ViewPath } from '../../contract/lists/view-paths.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { addMessages, useMessages } from '../../i18n/messages.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { failureReason } from '../../ui/feedback/failure-reason.ts'
import type { Layout } from '../layout/use-layout.ts'
import type { ListState } from '../list-state.ts'
import { viewQuery } from './view-query.ts'
import { ViewItem } from './view-item.tsx'
import english from './views.en.json'
import './views.css'

addMessages('views', english)

export type ViewsFormProps = {
  path: ViewPath
  /** What the list shows now. */
  state: ListState
  layout: Pick<Layout<never>, 'text' | 'density'>
  /** A view is being opened. */
  onOpen: () => void
}

/** Opens and changes the views of one list, and saves what it shows now as one. */
export function ViewsForm({ path, state, layout, onOpen }: ViewsFormProps) {
  const t = useMessages('views')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [done, setDone] = useState('')
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  // Others share and change them: asked for again each time that they are shown.
  const { data, error, isFetching, refetch } = useQuery({ ...savedViews, staleTime: 0 })
  const views = data?.filter((view) => view.path === path)
  const query = viewQuery(state, layout)
  const focusName = () => form.current?.querySelector('input')?.focus()
  const root = useRef<HTMLDivElement>(null)
  const isKnown = views !== undefined
  useEffect(() => {
    if (isKnown && !root.current?.contains(document.activeElement))
      root.current?.querySelector<HTMLElement>('li > a, input')?.focus()
  }, [isKnown])
  useEffect(() => {
    if (error) logFailure('Loading the views', error)
  }, [error])

  /** Makes a change; false when it failed, and it says why. */
  async function write(call: string, payload: object, message: string): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setDone('')
    setFailure('')
    try {
      await postForDone(call, payload, { anew: true })
    } catch (reason) {
      logFailure('Changing a view', reason)
      setFailure(failureReason(reason))
      return false
    } finally {
      setBusy(false)
      void refreshResource('views')
    }
    setDone(message)
    return true
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const name = trimmed(String(new FormData(form.current ?? undefined).get('name') ?? ''))
    if (name === '') {
      setFailure(t('noName'))
      return focusName()
    }
    if (await write('/admin/views', { name, path, query }, t('saved', { name }))) form.current?.reset()
    focusName()
  }

  return (
    <div ref={root} className="il-views" aria-busy={busy}>
      {!views && error ? (
        <ErrorState what={t('what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <ul aria-label={t('title')} hidden={!views?.length}>
          {views?.map((view) => (
            <ViewItem key={view._id} {...{ view, query, write, onOpen }} onGone={focusName} />
          ))}
        </ul>
      )}
      {views?.length === 0 && <p>{t('none')}</p>}
      <form ref={form} noValidate onSubmit={(event) => void save(event)} aria-label={t('save')}>
        <label htmlFor={id}>{t('name')}</label>
        <input
          className="il-input"
          id={id}
          name="name"
          maxLength={viewNameMaxLength}
          autoComplete="off"
          aria-describedby={`${id}-note`}
        />
        <button type="submit" className="il-row-button" disabled={busy}>
          {t('save')}
        </button>
      </form>
      <p id={`${id}-note`} role="alert" className="il-views-failure">
        {failure}
      </p>
      <p role="status">{done}</p>
    </div>
  )
}
