import { useCallback, useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Form } from 'antd'
import { isApiError, isConflict } from '../api/api-error.ts'
import { useChange } from '../api/change.ts'
import { logFailure } from '../api/log-failure.ts'
import type { Resource } from '../api/query-client.ts'
import { trimmed } from '../contract/trimmed.ts'
import { t } from '../i18n/texts.ts'
import { failureReason } from '../ui/feedback/failure-reason.ts'
import { afterAMoment } from '../ui/loading-delay.ts'
import { ChangeFailure } from './change-failure.tsx'
import { Modal } from './modal.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/** The fields are drawn from this. */
export type FormState<Values, Row> = {
  /** As they stand in the fields. */
  values: Values
  /** The row as it is by now; `opened`, as it was when the form opened. */
  row: Row
  opened: Row
  /** The objections of the server to values that were sent and still stand, by field. */
  refused: Readonly<Record<string, string>>
}

export type FormModalProps<Values extends object, Row, Answer> = {
  title: string
  /** The row in words, under the title. */
  subtitle?: ReactNode
  submit: string
  cancel?: string
  isDanger?: boolean
  width?: number
  className?: string
  /** For the log, such as `Connecting a driver`. */
  what: string
  row: Row
  /** The fields hold this of a row: by the names of the payload, so that the server's errors find them. */
  valuesOf: (row: Row) => Values
  /** Submit is disabled without it. */
  isComplete?: (values: Values, row: Row) => boolean
  /** Whether the person means it; not asked without it. */
  confirm?: (values: Values, row: Row) => Promise<boolean>
  send: (values: Values, row: Row) => Promise<Answer>
  reloads?: readonly Resource[]
  /** Reads the row as it is by now, when somebody else changed it meanwhile. */
  latest?: (row: Row) => Promise<Row>
  /** The dialog closes, and says nothing itself. */
  onMade?: (answer: Answer, sent: { values: Values; row: Row }, reloaded: Promise<void>) => unknown
  /** The act that was not done, in words. The dialog stays open with the reason inside. */
  failed: string
  reasonOf?: (error: unknown) => string
  hintOf?: (error: unknown, row: Row) => string | undefined
  /** It is gone, with its animation. */
  onClosed: () => void
  /** Each field is a `Form.Item` with its name. */
  children: (state: FormState<Values, Row>) => ReactNode
  /** Under the fields, such as `RecordHistory`. */
  below?: ReactNode
}

const isSame = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'string' && typeof b === 'string' && trimmed(a) === trimmed(b))

/**
 * A dialog that changes a row, or makes one; it is open as long as it is drawn. It asks before unsaved changes are
 * left, puts the server's errors at their fields, and after a conflict shows what somebody else saved: fields that the
 * person left alone follow it, and the next try replaces the rest.
 */
export function FormModal<Values extends object, Row, Answer = void>(props: FormModalProps<Values, Row, Answer>) {
  const { title, subtitle, submit, cancel, isDanger = false, width = 480, what, valuesOf, isComplete } = props
  const { confirm, send, reloads, latest, onMade, failed, reasonOf = failureReason, hintOf, onClosed, below } = props
  const formId = useId()
  const [form] = Form.useForm<Values>()
  const [open, setOpen] = useState(true)
  const [opened] = useState(props.row)
  const [row, setRow] = useState(opened)
  const [initial] = useState(() => valuesOf(opened))
  const [values, setValues] = useState(initial)
  const saved = valuesOf(row)
  const names = Object.keys({ ...saved, ...values }) as (keyof Values & string)[]
  const isUnsaved = names.some((name) => !isSame(values[name], saved[name]))
  // Not on its first button, and not away from a field that the person has chosen while it opened.
  const focusFirstField = useCallback(() => {
    const element = document.getElementById(formId)
    if (element?.matches(':focus-within')) return
    element?.querySelector<HTMLElement>('input:enabled, textarea:enabled')?.focus()
  }, [formId])
  // Keys typed at once are for the form; a dialog that takes the focus to itself gives it back once it is open.
  useEffect(focusFirstField, [focusFirstField])
  const mayLeave = useLeaveGuard(open && isUnsaved, () => setOpen(false))

  const change = useChange<{ values: Values; row: Row }, Answer>({
    what,
    send: (sent) => send(sent.values, sent.row),
    ...(reloads && { reloads }),
    onMade(answer, sent, reloaded) {
      setOpen(false)
      return onMade?.(answer, sent, reloaded)
    },
    async onFailed(error, sent, reloaded) {
      showRefused(error)
      if (!isConflict(error) || !latest) return
      await reloaded
      try {
        follow(sent.row, await latest(sent.row))
      } catch (reason) {
        logFailure(`${what}: reading it again`, reason)
      }
    },
  })
  const { isPending, error, payload } = change

  function showRefused(reason: unknown) {
    const fields = isApiError(reason) ? reason.fields : {}
    const refused = names.filter((name) => fields[name] !== undefined)
    // The names of fields are what antd takes them for, in any type of values.
    form.setFields(refused.map((name) => ({ name, errors: [fields[name]] })) as Parameters<typeof form.setFields>[0])
    if (refused[0] !== undefined) form.focusField(refused[0] as Parameters<typeof form.focusField>[0])
  }

  function follow(before: Row, now: Row) {
    const entered = { ...values, ...form.getFieldsValue() }
    const [was, is] = [valuesOf(before), valuesOf(now)]
    const left = names.filter((name) => entered[name] === was[name])
    const next: Values = { ...entered, ...Object.fromEntries(left.map((name) => [name, is[name]])) }
    form.setFieldsValue(next as Parameters<typeof form.setFieldsValue>[0])
    setValues(next)
    setRow(now)
  }

  async function submitted() {
    if (!confirm || (await confirm(values, row))) change.make({ values, row })
  }

  async function close() {
    if (!isPending && (await mayLeave())) setOpen(false)
  }

  const fields = Object.entries(isApiError(error) ? error.fields : {})
  const refused = Object.fromEntries(
    fields.filter(([name]) => payload?.values[name as keyof Values] === values[name as keyof Values]),
  )
  const elsewhere = fields.flatMap(([name, message]) => (name in values ? [] : [`${name}: ${message}`]))

  /** A field left alone is not marked, and an objection of the server stands until the value is another. */
  function checkLeft(fieldId: string) {
    const name = names.find((name) => fieldId === `${formId}_${name}`)
    if (!name || name in refused || !form.isFieldTouched(name as Parameters<typeof form.isFieldTouched>[0])) return
    form.validateFields([name] as Parameters<typeof form.validateFields>[0]).catch(() => undefined)
  }

  const hint = [error !== null && hintOf?.(error, row), ...elsewhere].filter(Boolean).join(' ')

  return (
    <Modal
      open={open}
      title={title}
      onCancel={() => void close()}
      closable={{ 'aria-label': t('close') }}
      cancelText={cancel ?? t('cancel')}
      okText={submit}
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        danger: isDanger,
        disabled: isComplete?.(values, row) === false,
        loading: isPending && afterAMoment,
      }}
      width={width}
      {...(props.className !== undefined && { className: props.className })}
      afterOpenChange={(isOpen) => isOpen && focusFirstField()}
      afterClose={onClosed}
    >
      {subtitle !== undefined && <p className="il-modal-subtitle">{subtitle}</p>}
      <Form<Values>
        name={formId}
        form={form}
        layout="vertical"
        noValidate
        requiredMark={false}
        initialValues={initial}
        onValuesChange={(_, entered) => setValues({ ...values, ...entered })}
        onFinish={() => void submitted()}
        scrollToFirstError={{ focus: true }}
        validateTrigger="onSubmit"
        onBlur={({ target }) => checkLeft(target.id)}
      >
        {props.children({ values, row, opened, refused })}
      </Form>
      {error !== null && <ChangeFailure title={failed} reason={reasonOf(error)} hint={hint} error={error} />}
      {below}
    </Modal>
  )
}
