import { useId, useState } from 'react'
import type { DragEvent } from 'react'
import { logFailure } from '@interline/shared/api'
import { failureReason, Icon } from '@interline/shared/ui'
import { FileError, readCsv } from '../file/read-file.ts'
import type { CsvFile } from '../file/read-file.ts'
import { t } from '../import-messages.ts'
import { StepTitle } from './step-title.tsx'
import * as styles from '../import.module.css'

export function ChooseFile({ onChoose }: { onChoose: (file: CsvFile) => void }) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)

  async function take(file: File | undefined) {
    if (!file) return
    setWrong(null)
    try {
      onChoose(await readCsv(file))
    } catch (error) {
      if (!(error instanceof FileError)) logFailure('Reading a CSV file', error)
      setWrong(error instanceof FileError ? error.message : failureReason(error))
    }
  }

  const drag = (event: DragEvent, over: boolean) => {
    event.preventDefault()
    setIsOver(over)
  }

  return (
    <>
      <StepTitle title={t('choose.title')}>
        <p>{t('choose.text')}</p>
      </StepTitle>
      <div
        className={styles.drop}
        data-over={isOver}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          void take(event.dataTransfer.files[0])
        }}
      >
        <Icon id="upload" size={28} />
        <label>
          <input
            className="il-visually-hidden"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            aria-label={t('choose.file')}
            aria-invalid={wrong !== null}
            aria-describedby={wrong === null ? `${id}-rules` : `${id}-wrong ${id}-rules`}
            onChange={(event) => {
              void take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <span className="il-button il-button-primary">{t('choose.pick')}</span>
        </label>
        <span>{t('choose.drop')}</span>
        <p id={`${id}-rules`}>{t('choose.rules')}</p>
      </div>
      {wrong !== null && (
        <p id={`${id}-wrong`} className="il-wrong" role="alert">
          {wrong}
        </p>
      )}
      <p className="il-hint">{t('choose.how')}</p>
    </>
  )
}
