import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isConflict, useChange } from '@interline/shared/api'
import type { ChangePolicy, Policy } from '@interline/shared/contract'
import { ChangeFailure, Form, useLeaveGuard } from '@interline/shared/forms'
import { messages } from '@interline/shared/i18n'
import { Button, Checkbox, ErrorState, failureReason, Input, Skeleton, useToast } from '@interline/shared/ui'
import { changePolicy, readPolicy } from '../api.ts'
import english from './policy.en.json'
import * as styles from './administrators.module.css'

// Loaded with the card, not with the screen.
const t = messages('policy', english)

/** The rules for every administrator; the owner who looks at it may change it. */
export function PolicyCard() {
  const titleId = useId()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['policy'],
    queryFn: ({ signal }) => readPolicy(signal),
    staleTime: 0,
  })
  return (
    <section className={`il-card ${styles.policy}`} aria-labelledby={titleId}>
      <header className="il-card-header">
        <div>
          <h2 id={titleId}>{t('title')}</h2>
          <p>{t('subtitle')}</p>
        </div>
      </header>
      {error && !data && (
        <ErrorState what={t('what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!error && !data && (
        <div className={styles.policyForm} role="status" aria-label={t('loading')}>
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        </div>
      )}
      {data && <PolicyForm policy={data} reload={async () => (await refetch()).data} />}
    </section>
  )
}

const numbers = {
  idle_minutes: { text: 'idle', least: 5, most: 1440 },
  audit_retention_days: { text: 'retention', least: 30, most: 36_500 },
} as const
type NumberField = keyof typeof numbers
const numberFields = Object.keys(numbers) as NumberField[]

const written = (value: number | null | undefined) => (value == null ? '' : String(value))
const numberIn = (typed: string) => (typed.trim() === '' ? null : Number(typed))

const valuesOf = (policy: Partial<Policy>) => ({
  second_factor_required: policy.second_factor_required === true,
  idle_minutes: written(policy.idle_minutes),
  audit_retention_days: written(policy.audit_retention_days),
})
type Values = ReturnType<typeof valuesOf>
const fields = ['second_factor_required', ...numberFields] as const

const inBounds = (name: NumberField) => ({
  validator(_: unknown, typed: string) {
    const { text, least, most } = numbers[name]
    const value = numberIn(typed)
    if (value === null || (Number.isInteger(value) && value >= least && value <= most)) return Promise.resolve()
    return Promise.reject(new Error(t(`${text}Wrong`)))
  },
})

type PolicyFormProps = { policy: Partial<Policy>; reload: () => Promise<Partial<Policy> | undefined> }

/** Compares with the policy that it was opened with, whatever is read again meanwhile; a conflict says what is new. */
function PolicyForm({ policy, reload }: PolicyFormProps) {
  const toast = useToast()
  const [form] = Form.useForm<Values>()
  const [saved, setSaved] = useState(policy)
  const [before, setBefore] = useState(() => valuesOf(policy))
  const now = valuesOf(saved)
  const typed = Form.useWatch([], form) as Values | undefined
  const isUnsaved = typed !== undefined && fields.some((name) => typed[name] !== now[name])
  useLeaveGuard(isUnsaved, () => form.setFieldsValue(now))

  function changeIn({ second_factor_required: required, ...typed }: Values): ChangePolicy {
    const change: ChangePolicy = saved.revision === undefined ? {} : { revision: saved.revision }
    if (required !== now.second_factor_required) change.second_factor_required = required
    for (const name of numberFields)
      if (numberIn(typed[name]) !== (saved[name] ?? null)) change[name] = numberIn(typed[name])
    return change
  }

  /** Fields that the person left alone take the values saved by now: only what was entered replaces anything. */
  function follow(latest: Partial<Policy>) {
    const [typed, is] = [form.getFieldsValue(), valuesOf(latest)]
    form.setFieldsValue(
      Object.fromEntries(fields.flatMap((name) => (typed[name] === now[name] ? [[name, is[name]]] : []))),
    )
    setSaved(latest)
  }

  const saving = useChange<ChangePolicy, Partial<Policy>>({
    what: 'Changing the policy',
    send: changePolicy,
    onMade(latest) {
      toast.success(t('saved'))
      setSaved(latest)
      setBefore(valuesOf(latest))
      form.setFieldsValue(valuesOf(latest))
      void reload()
    },
    onFailed: async (error) => isConflict(error) && follow((await reload()) ?? saved),
  })

  const meanwhile = (name: keyof Values) => {
    const value = now[name]
    if (value === before[name]) return undefined
    if (typeof value === 'boolean') return t(value ? 'nowOn' : 'nowOff')
    return value === '' ? t('nowBlank') : t('nowSaved', { value })
  }

  return (
    <Form<Values>
      form={form}
      name="policy"
      className={styles.policyForm}
      layout="vertical"
      requiredMark={false}
      noValidate
      disabled={saving.isPending}
      initialValues={before}
      validateTrigger="onSubmit"
      onFinish={(values) => saving.make(changeIn(values))}
    >
      <Form.Item
        name="second_factor_required"
        valuePropName="checked"
        extra={meanwhile('second_factor_required') ?? t('factorHint')}
      >
        <Checkbox>{t('factor')}</Checkbox>
      </Form.Item>
      {numberFields.map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={t(numbers[name].text)}
          extra={meanwhile(name) ?? t(`${numbers[name].text}Hint`)}
          rules={[inBounds(name)]}
        >
          <Input className={styles.number} inputMode="numeric" maxLength={6} />
        </Form.Item>
      ))}
      {saving.error !== null && (
        <ChangeFailure
          title={t('failed')}
          reason={failureReason(saving.error)}
          hint={fields.some(meanwhile) ? t('overwrite') : undefined}
          error={saving.error}
        />
      )}
      {/* The form is disabled while it saves, and the button keeps the focus. */}
      <Button type="primary" htmlType="submit" disabled={false} loading={saving.isPending}>
        {t('save')}
      </Button>
    </Form>
  )
}
