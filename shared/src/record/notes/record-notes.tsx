import { useId, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { Button, Input } from '../../ui/index.ts'
import { useMutation } from '@tanstack/react-query'
import { postForDone } from '../../api/api.ts'
import { logFailure } from '../../api/log-failure.ts'
import { refreshResource } from '../../api/query-client.ts'
import type { Note, NotedResource } from '../../contract/records.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { usePermitted, useSession } from '../../session/session.ts'
import { useToast } from '../../ui/feedback/toast.ts'
import { afterAMoment } from '../../ui/loading-delay.ts'
import { NoteFailure } from './note-failure.tsx'
import { t } from '../messages.ts'
import { RelatedRows } from '../parts/related-rows.tsx'
import type { Parts } from '../use-record.ts'
import { maxLength, NoteItem } from './note-item.tsx'

// What a person typed and did not leave yet stays while they look at another record.
const drafts = new Map<string, string>()

const shownIn = { driver: 'drivers', user: 'users', booking: 'user-rides' } as const

type RecordNotesProps = { resource: NotedResource; id: string; name: string; notes: Parts<Note> }

/** What colleagues left on the record. Who may write notes leaves one here, and edits and removes their own. */
export function RecordNotes({ resource, id, name, notes }: RecordNotesProps) {
  const mayWrite = usePermitted('notes:write')
  const reload = () => refreshResource(shownIn[resource])
  return (
    <RelatedRows
      title={t('notes.title')}
      what={t('notes.what')}
      none={mayWrite ? t('notes.noneWrite', { name }) : t('notes.none')}
      parts={notes}
      keyOf={({ _id }) => _id}
      {...(mayWrite && { before: <NoteForm resource={resource} id={id} onLeft={reload} /> })}
    >
      {(note) => <NoteItem note={note} mayChange={mayWrite && note.is_own} onChanged={reload} />}
    </RelatedRows>
  )
}

type NoteFormProps = { resource: NotedResource; id: string; onLeft: () => Promise<void> }

function NoteForm({ resource, id, onLeft }: NoteFormProps) {
  const draftKey = `${useSession(({ user }) => user?._id ?? '')} ${resource} ${id}`
  const [text, setText] = useState(drafts.get(draftKey) ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const fieldId = useId()
  const toast = useToast()
  const leaving = useMutation({
    mutationFn: (typed: string) => postForDone('/admin/notes', { resource, target_id: id, text: typed }),
  })

  function type(typed: string) {
    setText(typed)
    drafts.set(draftKey, typed)
  }

  async function leave(event: SubmitEvent) {
    event.preventDefault()
    if (leaving.isPending || trimmed(text) === '') return
    try {
      await leaving.mutateAsync(text)
    } catch (error) {
      logFailure('Leaving a note', error)
      return
    }
    // What was typed meanwhile is another note.
    if (drafts.get(draftKey) === text) type('')
    toast.success(t('notes.left'))
    field.current?.focus()
    await onLeft()
  }

  return (
    <form className="il-record-note-form" onSubmit={(event) => void leave(event)}>
      <label className="il-visually-hidden" htmlFor={fieldId}>
        {t('notes.field')}
      </label>
      <Input.TextArea
        id={fieldId}
        ref={(area) => {
          field.current = area?.resizableTextArea?.textArea ?? null
        }}
        autoSize={{ minRows: 2, maxRows: 10 }}
        maxLength={maxLength}
        placeholder={t('notes.placeholder')}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      {leaving.error && <NoteFailure title={t('notes.notLeft')} error={leaving.error} />}
      <Button htmlType="submit" disabled={trimmed(text) === ''} loading={leaving.isPending && afterAMoment}>
        {t('notes.leave')}
      </Button>
    </form>
  )
}
