import { useEffect, useId, useRef, useState } from 'react'
import { Modal } from '../../forms/modal.tsx'
import { getRows } from '../../api/api.ts'
import type { Resource } from '../../api/query-client.ts'
import { idOf } from '../../api/record-fields.ts'
import { useBlocker } from '../../router/index.ts'
import { useDialogs } from '../../ui/feedback/dialogs.ts'
import { offerUndo } from '../../ui/feedback/offer-undo.ts'
import type { BulkAct, BulkValues } from './bulk-act.ts'
import { BulkInputs } from './bulk-inputs.tsx'
import { BulkReport, RowsLeftText } from './bulk-report.tsx'
import { beginBulkRun, closeBulkRun, stopBulkRun, takeBack, useOwnRun } from './bulk-run.ts'
import type { BulkRun } from './bulk-run.ts'
import { counted, t } from './bulk-texts.ts'
import { inputsFor, isAnswered, previewOf } from './preview.ts'

type BulkDialogProps = {
  /** What was asked for; null while a run that began earlier is shown. */
  act: BulkAct<never> | null
  rows: readonly never[]
  nameOf: (row: never) => string
  resource: Resource
  path: string
  onClosed: () => void
}

const none: never[] = []
const idsAtOnce = 200

/** The rows as they are now; those that a backend does not name by `ids`, as they were. */
async function readAnew(path: string, rows: readonly never[]): Promise<never[]> {
  const now = new Map<string, never>()
  for (let at = 0; at < rows.length; at += idsAtOnce) {
    const ids = rows.slice(at, at + idsAtOnce).map(({ _id }) => idOf(_id))
    const found = await getRows(path, { ids: ids.filter(Boolean).join(','), page: 1, page_size: idsAtOnce })
    for (const row of found.rows) now.set(String((row as { _id?: unknown })._id), row as never)
  }
  return rows.map((row) => now.get(String((row as { _id?: unknown })._id)) ?? row)
}

/** Says first what would happen, then how far it is, then what came of each row. */
export function BulkDialog({ act: asked, rows, nameOf, resource, path, onClosed }: BulkDialogProps) {
  const dialogs = useDialogs()
  const statusId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [open, setOpen] = useState(true)
  const [values, setValues] = useState<BulkValues>({})
  const [isReading, setReading] = useState(false)
  const run = useOwnRun(resource)
  const act = run?.act ?? asked
  const isRunning = run?.state === 'running'

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isRunning && currentLocation.pathname !== nextLocation.pathname,
  )
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    if (!isBlocked) return
    const [title, text, ok, cancel] = [t('leaveTitle'), t('leaveText'), t('leaveStop'), t('leaveStay')]
    void dialogs.confirm({ title, text, ok, cancel, danger: true }).then((leave) => {
      if (leave) stopBulkRun()
      if (leave) blocker.proceed?.()
      else blocker.reset?.()
    })
    // One question for one way out.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isBlocked])

  if (!act) return null
  const inputs = inputsFor(act, rows, values)
  const ready = run === null && isAnswered(inputs, values)
  const { will, left } = ready ? previewOf(act, rows, values) : { will: none, left: none }
  const again = async ({ values, changed, bulkId, direction }: BulkRun, remaining: readonly never[]) => {
    const more = { resource, act, values, changed, bulkId, direction }
    // What takes a change back starts from the row as it was before.
    if (direction === 'undo') return beginBulkRun({ ...more, rows: remaining })
    setReading(true)
    const read = await readAnew(path, remaining).catch(() => remaining)
    setReading(false)
    const now = previewOf(act, read, values)
    await beginBulkRun({ ...more, rows: now.will, left: now.left })
  }
  const close = () => {
    if (isRunning || isReading) return
    setOpen(false)
    if (run?.direction === 'change' && act.undo && run.changed.length > 0) offerToTakeBack(run)
  }
  const offerToTakeBack = (run: BulkRun) => {
    const count = run.changed.length
    void offerUndo({
      title: act.label,
      detail: counted('changed', count),
      undone: counted('undone', count),
      confirm: () =>
        dialogs.confirm({ title: counted('undoTitle', count), ok: counted('undo', count), cancel: t('back') }),
      undo: () => takeBack(run, run.changed),
    })
  }
  return (
    <Modal
      open={open}
      title={act.label}
      onCancel={close}
      closable={isRunning ? false : { 'aria-label': t('close') }}
      mask={{ closable: false }}
      keyboard={!isRunning}
      footer={null}
      width={520}
      // To the first question, or to the act.
      afterOpenChange={(isOpen) =>
        isOpen && form.current?.querySelector<HTMLElement>('select, textarea, [type="submit"]')?.focus()
      }
      afterClose={() => {
        closeBulkRun()
        onClosed()
      }}
    >
      {run ? (
        <BulkReport
          {...{ run, nameOf, isReading }}
          onStop={stopBulkRun}
          onAgain={(remaining) => void again(run, remaining)}
          onUndo={() =>
            void beginBulkRun({
              resource,
              act,
              values: run.values,
              rows: run.changed,
              direction: 'undo',
              bulkId: run.bulkId,
            })
          }
          onClose={close}
        />
      ) : (
        <form
          ref={form}
          className="il-bulk-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (ready && will.length > 0) void beginBulkRun({ resource, act, values, rows: will, left })
          }}
        >
          <BulkInputs inputs={inputs} values={values} onChange={setValues} />
          <div id={statusId} role="status" className="il-bulk-preview">
            {ready ? (
              <>
                <p>
                  {act.willText?.(will.length) ?? counted(act.key === 'message' ? 'willSend' : 'will', will.length)}
                </p>
                <RowsLeftText left={left} />
              </>
            ) : (
              <p>{t('noAnswer')}</p>
            )}
          </div>
          <div className="il-bulk-buttons">
            <button type="button" className="il-bulk-button" onClick={close}>
              {t('back')}
            </button>
            <button
              type="submit"
              className="il-bulk-button il-bulk-main"
              disabled={!ready || will.length === 0}
              aria-describedby={statusId}
            >
              {will.length > 0 ? (act.doing?.(will.length, values) ?? act.label) : act.label}
            </button>
          </div>
        </form>
      )}
    </Modal>
  )
}
