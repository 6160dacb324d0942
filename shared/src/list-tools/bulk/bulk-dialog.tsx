import { useId, useRef, useState } from 'react'
import { Button } from 'antd'
import { Modal } from '../../forms/modal.tsx'
import type { Resource } from '../../api/query-client.ts'
import { readRows } from '../../list/live/read-changes.ts'
import { idOf } from '../../api/record-fields.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { useDialogs } from '../../ui/feedback/dialogs.ts'
import { offerUndo } from '../../ui/feedback/undo.ts'
import type { BulkAct, BulkValues } from './bulk-act.ts'
import { BulkInputs } from './bulk-inputs.tsx'
import { BulkReport, RowsLeftText } from './bulk-report.tsx'
import { beginBulkRun, closeBulkRun, stopBulkRun, takeBack, undoRun, useOwnRun } from './bulk-run.ts'
import type { BulkRun } from './bulk-run.ts'
import { counted, t } from './bulk-texts.ts'
import { inputsFor, isAnswered, previewOf } from './preview.ts'

type BulkDialogProps = {
  /** The act that was asked for; null while a run that began earlier is shown. */
  act: BulkAct<never> | null
  rows: readonly never[]
  nameOf: (row: never) => string
  resource: Resource
  path: string
  onClosed: () => void
}

const none: never[] = []

/** The rows as they are now; those that a backend does not name by `ids`, as they were. */
async function readAnew(path: string, rows: readonly { _id?: unknown }[]): Promise<never[]> {
  const now = await readRows(
    path,
    rows.flatMap(({ _id }) => idOf(_id) ?? []),
  )
  return rows.map((row) => (now.get(String(row._id)) ?? row) as never)
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

  const inputs = act ? inputsFor(act, rows, values) : none
  const isTyped = inputs.some(({ name, options, isBox }) => !options && !isBox && trimmed(values[name] ?? '') !== '')
  const isUnsent = open && run === null && isTyped
  const stopping = { title: t('leaveTitle'), text: t('leaveText'), ok: t('leaveStop'), cancel: t('leaveStay') }
  const mayLeave = useLeaveGuard(
    isRunning || isUnsent,
    isRunning ? stopBulkRun : () => setOpen(false),
    isRunning ? stopping : undefined,
  )

  if (!act) return null
  const ready = run === null && isAnswered(inputs, values)
  const { will, left } = ready ? previewOf(act, rows, values) : { will: none, left: none }
  const again = async (run: BulkRun, remaining: readonly never[]) => {
    // A change that takes another back starts from the row as it was before.
    if (run.direction === 'undo') return beginBulkRun({ ...run, rows: remaining })
    setReading(true)
    const read = await readAnew(path, remaining).catch(() => remaining)
    setReading(false)
    const now = previewOf(act, read, run.values)
    await beginBulkRun({ ...run, rows: now.will, left: now.left })
  }
  const close = async () => {
    if (isRunning || isReading || !(await mayLeave())) return
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
      undo: () => takeBack(run),
    })
  }
  return (
    <Modal
      open={open}
      title={act.label}
      onCancel={() => void close()}
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
          onUndo={() => void undoRun(run)}
          onClose={() => void close()}
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
            <Button onClick={() => void close()}>{t('back')}</Button>
            <Button type="primary" htmlType="submit" disabled={!ready || will.length === 0} aria-describedby={statusId}>
              {will.length > 0 ? (act.doing?.(will.length, values) ?? act.label) : act.label}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  )
}
