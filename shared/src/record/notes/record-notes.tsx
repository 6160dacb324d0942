import { noteMaxLength, trimmed, type Note, type NotedResource } from '../../contract/index.ts'
import { useId, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { Button, Input } from '../../ui/index.ts'
import { postForDone } from '../../api/api.ts'
import { useChange } from '../../api/change.ts'
import { usePermitted, useSession } from '../../session/session.ts'
import { useToast } from '../../ui/feedback/toast.ts'
import { afterAMoment } from '../../ui/loading-delay.ts'
import { ChangeFailure } from '../../forms/change-failure.tsx'
import { failureReason } from '../../ui/feedback/failure-reason.ts'
import { t } from '../messages.ts'
import { RelatedRows } from '../related/related-rows.tsx'
import { recordKinds } from '../use-record.ts'
import type { RelatedList } from '../use-record.ts'
import { NoteItem } from './note-item.tsx'

// A note that a person typed and did not leave yet stays while they look at another record.
const drafts = new Map<string, string>()
window.addEventListener('beforeunload', (event) => {
  if ([...drafts.values()].some((text) => trimmed(text) !== '')) event.preventDefault()
})

type RecordNotesProps = { resource: NotedResource; id: string; name: string; notes: RelatedList<Note> }

/** The notes of colleagues on the record. People who may write notes leave one here, and edit and remove their own. */
export function RecordNotes({ resource, id, name, notes }: RecordNotesProps) {
  const mayWrite = usePermitted('notes:write')
  return (
    <RelatedRows
      title={t('notes.title')}
      what={t('notes.what')}
      none={mayWrite ? t('notes.noneWrite', { name }) : t('notes.none')}
      related={notes}
      keyOf={({ _id }) => _id}
      {...(mayWrite && { before: <NoteForm resource={resource} id={id} /> })}
    >
      {(note) => <NoteItem note={note} mayChange={mayWrite && note.is_own} shownIn={recordKinds[resource].resource} />}
    </RelatedRows>
  )
}

type NoteFormProps = { resource: NotedResource; id: string }

function NoteForm({ resource, id }: NoteFormProps) {
  const draftKey = `${useSession(({ user }) => user?._id ?? '')} ${resource} ${id}`
  const [text, setText] = useState(drafts.get(draftKey) ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const fieldId = useId()
  const toast = useToast()
  const leaving = useChange<string>({
    what: 'Leaving a note',
    send: (typed) => postForDone('/admin/notes', { resource, target_id: id, text: typed }),
    reloads: [recordKinds[resource].resource],
    onMade(_, left) {
      // Text that was typed meanwhile is another note.
      if (drafts.get(draftKey) === left) type('')
      toast.success(t('notes.left'))
      field.current?.focus()
    },
  })

  function type(typed: string) {
    setText(typed)
    drafts.set(draftKey, typed)
  }

  function leave(event: SubmitEvent) {
    event.preventDefault()
    if (trimmed(text) !== '') leaving.make(text)
  }

  return (
    <form className="il-record-note-form" onSubmit={leave}>
      <label className="il-visually-hidden" htmlFor={fieldId}>
        {t('notes.field')}
      </label>
      <Input.TextArea
        id={fieldId}
        ref={(area) => {
          field.current = area?.resizableTextArea?.textArea ?? null
        }}
        autoSize={{ minRows: 2, maxRows: 10 }}
        maxLength={noteMaxLength}
        placeholder={t('notes.placeholder')}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      {leaving.error !== null && (
        <ChangeFailure title={t('notes.notLeft')} reason={failureReason(leaving.error)} error={leaving.error} />
      )}
      <Button htmlType="submit" disabled={trimmed(text) === ''} loading={leaving.isPending && afterAMoment}>
        {t('notes.leave')}
      </Button>
    </form>
  )
}
