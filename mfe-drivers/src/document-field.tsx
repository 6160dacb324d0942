import { useId, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { fileNameOf, orNotAvailable, readSettings, safeHref } from '@interline/shared'
import { Button, DocumentLink, Icon } from '@interline/shared/ui'
import { acceptedFiles, formatBytes, refusalOf } from './check-file.ts'
import { useSay } from './messages.ts'

type DocumentFieldProps = {
  label: string
  /** What the driver has now, as the backend sent it. */
  current: unknown
  chosen: File | undefined
  /** What the server had against the chosen file. */
  error: string | undefined
  onChoose: (file: File | undefined) => void
}

/** One upload of Edit Driver Details: the current file's name, and the file that will take its place. */
export function DocumentField({ label, current, chosen, error, onChoose }: DocumentFieldProps) {
  const say = useSay()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const wrong = refusal ?? error
  const present = chosen !== undefined || (typeof current === 'string' && current.trim() !== '')

  function take(file: File | undefined) {
    if (!file) return
    const because = refusalOf(file)
    setRefusal(because)
    if (because === null) onChoose(file)
  }

  function undo() {
    setRefusal(null)
    onChoose(undefined)
    input.current?.focus()
  }

  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }

  return (
    <div
      className="drivers-upload"
      data-over={over}
      data-wrong={wrong !== undefined}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        take(event.dataTransfer.files[0])
      }}
    >
      <label htmlFor={id}>{label}</label>
      <div className="drivers-upload-file">
        <Icon id="file" />
        {chosen ? (
          <span className="drivers-upload-name">
            <strong className="il-break">{chosen.name}</strong>
            <span className="drivers-soft">{say('upload.chosen', { size: formatBytes(chosen.size) })}</span>
          </span>
        ) : (
          <span className="drivers-upload-name">
            <CurrentFile document={label} current={current} />
          </span>
        )}
      </div>
      <div className="drivers-upload-acts">
        {chosen && (
          <Button
            type="text"
            size="small"
            aria-label={say('upload.undo', { document: label })}
            title={say('upload.undo', { document: label })}
            icon={<Icon id="close" />}
            onClick={undo}
          />
        )}
        <input
          ref={input}
          id={id}
          className="il-visually-hidden"
          type="file"
          accept={acceptedFiles}
          aria-invalid={wrong !== undefined}
          {...(wrong !== undefined && { 'aria-describedby': `${id}-error` })}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <span className="drivers-upload-button" aria-hidden="true" onClick={() => input.current?.click()}>
          <Icon id="upload" size={16} />
          {present ? say('upload.replace') : say('upload.choose')}
        </span>
      </div>
      {wrong !== undefined && (
        <p id={`${id}-error`} className="drivers-upload-error" role="alert">
          {wrong}
        </p>
      )}
    </div>
  )
}

function CurrentFile({ document, current }: { document: string; current: unknown }) {
  const say = useSay()
  if (typeof current !== 'string' || current.trim() === '') return <span className="drivers-soft">{say('upload.none')}</span>
  const opens = safeHref(current, readSettings().apiUrl) !== null
  const file = opens ? fileNameOf(current) || orNotAvailable(current) : orNotAvailable(current)
  return (
    <span className="drivers-document">
      <DocumentLink href={current} label={say('upload.current', { document, file })} text={file} />
    </span>
  )
}
