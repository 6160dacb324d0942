import { useId, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { trimmed } from '@interline/shared/contract'
import { fileNameOf, Button, DocumentLink, Icon } from '@interline/shared/ui'
import { acceptedFiles, formatBytes, fileErrorOf } from './check-file.ts'
import { t } from './edit-messages.ts'
import * as styles from './document-field.module.css'
import * as pageStyles from '../drivers-page.module.css'

type DocumentFieldProps = {
  label: string
  /** The driver has this document now, as the backend sent it. */
  current: unknown
  /** The most megabytes that a file may have. */
  limit: number
  /** The objection of the server to the chosen file. */
  error: string | undefined
  /** The chosen file; the form gives both. */
  value?: File | undefined
  onChange?: (file: File | undefined) => void
}

/** One upload of Edit Driver Details: the current file's name, and the file that will take its place. */
export function DocumentField({ label, current, limit, error, value: chosen, onChange }: DocumentFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [fileError, setFileError] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const wrong = fileError ?? error
  const isThere = typeof current === 'string' && trimmed(current) !== ''

  function take(file: File | undefined) {
    if (!file) return
    const because = fileErrorOf(file, limit)
    setFileError(because)
    if (because === null) onChange?.(file)
  }

  function undo() {
    setFileError(null)
    onChange?.(undefined)
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
        <span className={styles.name}>
          {chosen ? (
            <>
              <strong className="il-break" translate="no">
                {chosen.name}
              </strong>
              <span className="il-hint">{t('upload.chosen', { size: formatBytes(chosen.size) })}</span>
            </>
          ) : isThere ? (
            <span className={pageStyles.document}>
              <DocumentLink
                href={current}
                label={t('upload.current', { document: label, file: fileNameOf(current) })}
              />
            </span>
          ) : (
            <span className="il-soft">{t('upload.none')}</span>
          )}
        </span>
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
        <span className={`il-button ${styles.button}`} aria-hidden="true" onClick={() => input.current?.click()}>
          <Icon id="upload" size={16} />
          <span>{chosen || isThere ? t('upload.replace') : t('upload.choose')}</span>
        </span>
      </div>
      {wrong !== undefined && (
        <p id={`${id}-error`} className="il-wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  )
}
