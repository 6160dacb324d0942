import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { isViewOpen } from '../../api/saved-views.ts'
import type { ChangeView, SavedView } from '../../contract/index.ts'
import { viewNameMaxLength } from '../../contract/lists/view-paths.ts'
import { trimmed, visible } from '../../contract/trimmed.ts'
import { Link, useLocation } from '../../router/index.ts'
import { usePermitted } from '../../session/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { isWriting } from '../../ui/is-writing.ts'
import { t } from './views-texts.ts'

export type ViewChange = {
  call: string
  payload: object
  /** Said once it is made. */
  message: string
  onMade?: () => void
}

type ViewItemProps = {
  view: SavedView
  /** The list as it is shown now. */
  query: string
  onChange: (change: ViewChange) => void
  onOpen: () => void
  /** The view is deleted, and with it what had the focus. */
  onGone: () => void
}

/** One function for all renders: when it is drawn first, and not again. */
const focusOnce = (element: HTMLElement | null) => element?.focus()

/** One view: opens it, and for who may change it the ways to rename, share and delete it. */
export function ViewItem({ view, query, onChange, onOpen, onGone }: ViewItemProps) {
  const { _id, name, path, is_own, is_shared, owner } = view
  const mayShare = usePermitted('notes:write')
  const { search } = useLocation()
  const [asks, setAsks] = useState<'change' | 'delete' | null>(null)
  const item = useRef<HTMLLIElement>(null)
  const mayChange = is_shared ? mayShare : is_own
  const close = (from: 'change' | 'delete') => {
    setAsks(null)
    requestAnimationFrame(() => item.current?.querySelector<HTMLElement>(`[data-act="${from}"]`)?.focus())
  }

  if (asks === 'change')
    return (
      <li ref={item}>
        <ChangeViewForm
          {...{ view, query }}
          onCancel={() => close('change')}
          onSave={(to) =>
            onChange({
              call: '/admin/views/change',
              payload: { _id, ...to },
              message: t('saved', { name: to.name }),
              onMade: () => close('change'),
            })
          }
        />
      </li>
    )
  if (asks === 'delete')
    return (
      <li ref={item} className="il-view-question">
        <p>{t(is_shared ? 'deleteShared' : 'delete', { name })}</p>
        <button
          type="button"
          className="il-button il-button-small il-button-danger"
          onClick={() =>
            onChange({
              call: '/admin/views/delete',
              payload: { _id },
              message: t('deleted', { name }),
              onMade: onGone,
            })
          }
        >
          {t('deleteYes')}
        </button>
        <button type="button" className="il-button il-button-small" ref={focusOnce} onClick={() => close('delete')}>
          {t('keep')}
        </button>
      </li>
    )
  return (
    <li ref={item}>
      <Link
        className="il-option"
        to={{ pathname: path, search: view.query }}
        aria-current={isViewOpen(view, search) ? 'true' : undefined}
        onClick={onOpen}
      >
        <span>{name}</span>
        {is_shared && <small>{is_own ? t('sharedByYou') : t('sharedBy', { name: owner.full_name })}</small>}
      </Link>
      {mayShare && (is_own || is_shared) && (
        <button
          type="button"
          className="il-icon-button"
          aria-label={t('share', { name })}
          title={t('share', { name })}
          aria-pressed={is_shared}
          onClick={() =>
            onChange({
              call: '/admin/views/share',
              payload: { _id, is_shared: !is_shared },
              message: t(is_shared ? 'unshared' : 'shared', { name }),
            })
          }
        >
          <Icon id="users" />
        </button>
      )}
      {mayChange &&
        (['change', 'delete'] as const).map((act) => (
          <button
            key={act}
            type="button"
            className="il-icon-button"
            data-act={act}
            aria-label={t(`${act}View`, { name })}
            title={t(`${act}View`, { name })}
            onClick={() => setAsks(act)}
          >
            <Icon id={act === 'change' ? 'edit' : 'trash'} />
          </button>
        ))}
    </li>
  )
}

type ChangeViewFormProps = {
  view: SavedView
  query: string
  onSave: (to: Omit<ChangeView, '_id'> & { name: string }) => void
  onCancel: () => void
}

function ChangeViewForm({ view, query, onSave, onCancel }: ChangeViewFormProps) {
  // As it was opened: others change it meanwhile, and the list is read again.
  const [{ name, revision }] = useState(view)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = form.current?.querySelector('input')
    field?.focus()
    field?.select()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const data = new FormData(form.current ?? undefined)
    const to = trimmed(String(data.get('name') ?? ''))
    if (to !== '') onSave({ name: to, revision, ...(data.get('anew') !== null && { query }) })
  }
  return (
    <form
      ref={form}
      aria-label={t('changeView', { name })}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isWriting(event)) return
        event.preventDefault()
        onCancel()
      }}
    >
      <label htmlFor={id}>{t('name')}</label>
      <input
        className="il-input"
        id={id}
        name="name"
        required
        pattern={`.*${visible}.*`}
        maxLength={viewNameMaxLength}
        defaultValue={name}
      />
      <label className="il-view-anew">
        <input type="checkbox" name="anew" />
        <span>{t('anew')}</span>
      </label>
      <div className="il-view-acts">
        <button type="submit" className="il-button il-button-small">
          {t('saveChange')}
        </button>
        <button type="button" className="il-button il-button-small" onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}
