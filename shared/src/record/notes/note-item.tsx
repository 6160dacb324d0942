import { useEffect, useId, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { Button, Input } from '../../ui/index.ts'
import { useMutation } from '@tanstack/react-query'
import { postForDone } from '../../api/api.ts'
import { logFailure } from '../../api/log-failure.ts'
import type { Note } from '../../contract/records.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { useDialogs } from '../../ui/feedback/dialogs.ts'
import { useToast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icon.tsx'
import { afterAMoment } from '../../ui/loading-delay.ts'
import { DateTimeText } from '../../ui/values/times.tsx'
import { NoteFailure } from './note-failure.tsx'
import { t } from '../messages.ts'

/** Of the contract, whose schemas stay out of the page. */
export const maxLength = 2000

type NoteItemProps = { note: Note; mayChange: boolean; onChanged: () => Promise<void> }

/** One note: who left it when, and for its author the way to edit and to remove it. */
export function NoteItem({ note, mayChange, onChanged }: NoteItemProps) {
  const [isEditing, setIsEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const dialogs = useDialogs()
  const toast = useToast()
  const removing = useMutation({ mutationFn: () => postForDone('/admin/notes/remove', { _id: note._id }) })

  async function remove(control: HTMLElement) {
    const section = control.closest('section')
    const agreed = await dialogs.confirm({
      title: t('notes.removeTitle'),
      text: note.text,
      ok: t('notes.remove'),
      danger: true,
    })
    if (!agreed) return
    try {
      await removing.mutateAsync()
    } catch (error) {
      return logFailure('Removing a note', error)
    }
    toast.success(t('notes.removed'))
    section?.querySelector('textarea')?.focus()
    await onChanged()
  }

  // The button is there again when the form is gone, however long that takes to be drawn.
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  return (
    <article className="il-record-note">
      <p className="il-record-row-facts">
        <strong>{note.author.full_name}</strong>
        <DateTimeText value={note.createdAt} />
        {note.editedAt !== null && <span>{t('notes.edited')}</span>}
        {mayChange && !isEditing && (
          <span className="il-record-note-acts">
            <Button
              ref={edit}
              type="text"
              size="small"
              aria-label={t('notes.edit')}
              title={t('notes.edit')}
              icon={<Icon id="edit" />}
              onClick={() => setIsEditing(true)}
            />
            <Button
              type="text"
              size="small"
              aria-label={t('notes.remove')}
              title={t('notes.remove')}
              icon={<Icon id="trash" />}
              loading={removing.isPending && afterAMoment}
              onClick={({ currentTarget }) => void remove(currentTarget)}
            />
          </span>
        )}
      </p>
      {isEditing ? (
        <EditNote note={note} onClose={() => setIsEditing(false)} onSaved={onChanged} />
      ) : (
        <p className="il-record-note-text">{note.text}</p>
      )}
      {removing.error && <NoteFailure title={t('notes.notRemoved')} error={removing.error} />}
    </article>
  )
}

type EditNoteProps = { note: Note; onClose: () => void; onSaved: () => Promise<void> }

function EditNote({ note, onClose, onSaved }: EditNoteProps) {
  const [text, setText] = useState(note.text)
  const fieldId = useId()
  const toast = useToast()
  const saving = useMutation({ mutationFn: () => postForDone('/admin/notes/edit', { _id: note._id, text }) })

  async function save(event: SubmitEvent) {
    event.preventDefault()
    if (saving.isPending || trimmed(text) === '') return
    try {
      await saving.mutateAsync()
    } catch (error) {
      return logFailure('Editing a note', error)
    }
    onClose()
    toast.success(t('notes.saved'))
    await onSaved()
  }

  return (
    <form
      className="il-record-note-form"
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <label className="il-visually-hidden" htmlFor={fieldId}>
        {t('notes.editField')}
      </label>
      <Input.TextArea
        id={fieldId}
        autoFocus
        autoSize={{ minRows: 2, maxRows: 10 }}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {saving.error && <NoteFailure title={t('notes.notSaved')} error={saving.error} />}
      <span className="il-record-acts">
        <Button onClick={onClose}>{t('notes.cancel')}</Button>
        <Button
          type="primary"
          htmlType="submit"
          disabled={trimmed(text) === ''}
          loading={saving.isPending && afterAMoment}
        >
          {t('notes.save')}
        </Button>
      </span>
    </form>
  )
}
