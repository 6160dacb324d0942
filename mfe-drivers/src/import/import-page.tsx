import { useEffect, useRef, useState } from 'react'
import { usePermitted } from '@interline/shared/session'
import { EmptyState, PageTitle } from '@interline/shared/ui'
import { ChooseFile } from './steps/choose-file.tsx'
import { MapColumns } from './steps/map-columns.tsx'
import { Report } from './steps/report.tsx'
import { Working } from './steps/working.tsx'
import { guessMapping } from './file/fields.ts'
import type { Mapping } from './file/fields.ts'
import type { CsvFile } from './file/read-file.ts'
import { toRows } from './file/to-rows.ts'
import { t } from './import-messages.ts'
import { rowsToCheckAgain } from './row-state.ts'
import { useImport } from './use-import.ts'
import * as styles from './import.module.css'

/** Drivers from a CSV file: choose it, match its columns, see what it would do, do it. */
export function ImportPage() {
  const mayWrite = usePermitted('drivers:write')
  const [file, setFile] = useState<CsvFile | null>(null)
  const [mapping, setMapping] = useState<Mapping>([])
  const { work, check, retryCheck, importAll, stop, reset } = useImport()
  const ground = useRef<HTMLElement>(null)
  const step = work?.phase ?? (file ? 'map' : 'choose')
  const shown = useRef(step)
  // The heading of the next step, for who works by keyboard or listens.
  useEffect(() => {
    if (shown.current !== step) ground.current?.querySelector('h2')?.focus()
    shown.current = step
  }, [step])

  function choose(chosen: CsvFile) {
    setFile(chosen)
    setMapping(guessMapping(chosen.headings))
  }
  function checkFile() {
    if (!file) return
    const { rows, refused } = toRows(file, mapping)
    void check(rows, refused)
  }
  function another() {
    reset()
    setFile(null)
  }

  function body() {
    if (work?.phase === 'checking' || work?.phase === 'importing')
      return <Working work={work} onStop={stop} onRetry={() => void retryCheck()} onBack={reset} />
    if (work)
      return (
        <Report
          key={work.phase}
          work={work}
          onImport={() => void importAll(work.states)}
          onCheckAgain={() => void check(rowsToCheckAgain(work.states))}
          onBack={reset}
          onAnother={another}
        />
      )
    if (file)
      return (
        <MapColumns
          file={file}
          mapping={mapping}
          onChange={setMapping}
          onCheck={checkFile}
          onOther={() => setFile(null)}
        />
      )
    return <ChooseFile onChoose={choose} />
  }

  return (
    <>
      <PageTitle
        title={t('title')}
        parent={{ title: t('dashboard'), to: '/' }}
        subParent={{ title: t('list'), to: '/drivers' }}
        current={t('current')}
      />
      <section className={`il-card ${styles.card}`} ref={ground}>
        {mayWrite ? body() : <EmptyState title={t('notPermitted')} text={t('notPermittedText')} icon="lock" />}
      </section>
    </>
  )
}
