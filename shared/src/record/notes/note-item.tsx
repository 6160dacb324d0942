import { noteMaxLength, trimmed, type Note } from '../../contract/index.ts'
import { useEffect, useId, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { Button, Input, isWriting } from '../../ui/index.ts'
import { postForDone } from '../../api/api.ts'
import { useChange } from '../../api/change.ts'
import type { Resource } from '../../api/query-client.ts'
import { useDialogs } from '../../ui/feedback/dialogs.ts'
import { useToast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icon.tsx'
import { afterAMoment } from '../../ui/loading-delay.ts'
import { DateTimeText } from '../../ui/values/times.tsx'
import { ChangeFailure } from '../../forms/change-failure.tsx'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { failureReason } from '../../ui/feedback/failure-reason.ts'
import { t } from '../messages.ts'

type NoteItemProps = { note: Note; mayChange: boolean; shownIn: Resource }

/** One note: who left it when, and for its author the way to edit and to remove it. */
export function NoteItem({ note, mayChange, shownIn }: NoteItemProps) {
  const [isEditing, setIsEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const dialogs = useDialogs()
  const toast = useToast()
  const removing = useChange<HTMLElement | null>({
    what: 'Removing a note',
    send: () => postForDone('/admin/notes/remove', { _id: note._id }),
    reloads: [shownIn],
    onMade(_, section) {
      toast.success(t('notes.removed'))
      section?.querySelector('textarea')?.focus()
    },
  })

  async function remove(control: HTMLElement) {
    const section = control.closest('section')
    const question = { title: t('notes.removeTitle'), text: note.text, ok: t('notes.remove'), danger: true }
    if (await dialogs.confirm(question)) removing.make(section)
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
        <strong translate="no">{note.author.full_name}</strong>
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
        <EditNote note={note} onClose={() => setIsEditing(false)} shownIn={shownIn} />
      ) : (
        <p className="il-record-note-text" translate="no">
          {note.text}
        </p>
      )}
      {removing.error !== null && (
        <ChangeFailure title={t('notes.notRemoved')} reason={failureReason(removing.error)} error={removing.error} />
      )}
    </article>
  )
}

type EditNoteProps = { note: Note; onClose: () => void; shownIn: Resource }

function EditNote({ note, onClose, shownIn }: EditNoteProps) {
  const [text, setText] = useState(note.text)
  const fieldId = useId()
  const toast = useToast()
  const saving = useChange<string>({
    what: 'Editing a note',
    send: (typed) => postForDone('/admin/notes/edit', { _id: note._id, text: typed }),
    reloads: [shownIn],
    onMade() {
      onClose()
      toast.success(t('notes.saved'))
    },
  })

  const mayLeave = useLeaveGuard(trimmed(text) !== trimmed(note.text), onClose)
  const close = async () => {
    if (await mayLeave()) onClose()
  }

  function save(event: SubmitEvent) {
    event.preventDefault()
    if (trimmed(text) !== '') saving.make(text)
  }

  return (
    <form
      className="il-record-note-form"
      onSubmit={save}
      onKeyDown={(event) => event.key === 'Escape' && !isWriting(event) && void close()}
    >
      <label className="il-visually-hidden" htmlFor={fieldId}>
        {t('notes.editField')}
      </label>
      <Input.TextArea
        id={fieldId}
        autoFocus
        autoSize={{ minRows: 2, maxRows: 10 }}
        maxLength={noteMaxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {saving.error !== null && (
        <ChangeFailure title={t('notes.notSaved')} reason={failureReason(saving.error)} error={saving.error} />
      )}
      <span className="il-record-acts">
        <Button onClick={() => void close()}>{t('notes.cancel')}</Button>
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
