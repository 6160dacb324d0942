import { useId, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { fileNameOf, safeHref, Button, DocumentLink, Icon } from '@interline/shared/ui'
import { orNotAvailable, trimmed } from '@interline/shared/i18n'
import { readSettings } from '@interline/shared/session'
import { acceptedFiles, formatBytes, fileErrorOf } from './check-file.ts'
import { useT } from './edit-messages.ts'
import * as styles from './document-field.module.css'
import * as pageStyles from '../drivers-page.module.css'

type DocumentFieldProps = {
  label: string
  /** What the driver has now, as the backend sent it. */
  current: unknown
  chosen: File | undefined
  /** The most megabytes that a file may have. */
  limit: number
  /** What the server had against the chosen file. */
  error: string | undefined
  onChoose: (file: File | undefined) => void
}

/** One upload of Edit Driver Details: the current file's name, and the file that will take its place. */
export function DocumentField({ label, current, chosen, limit, error, onChoose }: DocumentFieldProps) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [fileError, setFileError] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const wrong = fileError ?? error
  const present = chosen !== undefined || (typeof current === 'string' && trimmed(current) !== '')

  function take(file: File | undefined) {
    if (!file) return
    const because = fileErrorOf(file, limit)
    setFileError(because)
    if (because === null) onChoose(file)
  }

  function undo() {
    setFileError(null)
    onChoose(undefined)
    input.current?.focus()
  }

  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }

  return (
    <div
      className={styles.upload}
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
      <div className={styles.file}>
        <Icon id="file" />
        {chosen ? (
          <span className={styles.name}>
            <strong className="il-break">{chosen.name}</strong>
            <span className={styles.soft}>{t('upload.chosen', { size: formatBytes(chosen.size) })}</span>
          </span>
        ) : (
          <span className={styles.name}>
            <CurrentFile document={label} current={current} />
          </span>
        )}
      </div>
      <div className={styles.actions}>
        {chosen && (
          <Button
            type="text"
            size="small"
            aria-label={t('upload.undo', { document: label })}
            title={t('upload.undo', { document: label })}
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
        <span className={styles.button} aria-hidden="true" onClick={() => input.current?.click()}>
          <Icon id="upload" size={16} />
          {present ? t('upload.replace') : t('upload.choose')}
        </span>
      </div>
      {wrong !== undefined && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {wrong}
        </p>
      )}
    </div>
  )
}

function CurrentFile({ document, current }: { document: string; current: unknown }) {
  const t = useT()
  if (typeof current !== 'string' || trimmed(current) === '')
    return <span className={styles.soft}>{t('upload.none')}</span>
  const opens = safeHref(current, readSettings().documentsUrl) !== null
  const file = opens ? fileNameOf(current) || orNotAvailable(current) : orNotAvailable(current)
  return (
    <span className={pageStyles.document}>
      <DocumentLink href={current} label={t('upload.current', { document, file })} text={file} />
    </span>
  )
}
