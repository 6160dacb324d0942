import { useId, useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { logFailure } from '@interline/shared/api'
import type { ChangePolicy, Policy } from '@interline/shared/contract'
import { ChangeFailure } from '@interline/shared/forms'
import { addMessages, messagesOf } from '@interline/shared/i18n'
import {
  Button,
  Checkbox,
  ErrorState,
  failureReason,
  Input,
  isConflict,
  Skeleton,
  useToast,
} from '@interline/shared/ui'
import { changePolicy, readPolicy } from '../api.ts'
import english from './policy.en.json'
import * as styles from './administrators.module.css'

// Loaded with the card, not with the screen.
addMessages('policy', english)
const t = messagesOf('policy')

/** What holds for every administrator; the owner who looks at it may change it. */
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

const written = (value: number | null | undefined) => (value == null ? '' : String(value))

const valuesOf = (policy: Partial<Policy>) => ({
  second_factor_required: policy.second_factor_required === true,
  idle_minutes: written(policy.idle_minutes),
  audit_retention_days: written(policy.audit_retention_days),
})
type Values = ReturnType<typeof valuesOf>
const fields = ['second_factor_required', 'idle_minutes', 'audit_retention_days'] as const

type PolicyFormProps = { policy: Partial<Policy>; reload: () => Promise<Partial<Policy> | undefined> }

/** Compares with the policy that it was opened with, whatever is read again meanwhile; a conflict says what is new. */
function PolicyForm({ policy, reload }: PolicyFormProps) {
  const toast = useToast()
  const id = useId()
  const [saved, setSaved] = useState(policy)
  const [before, setBefore] = useState(() => valuesOf(policy))
  const [typed, setTyped] = useState(before)
  const [wrong, setWrong] = useState<Partial<Record<NumberField, string>>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [saving, setSaving] = useState(false)
  const now = valuesOf(saved)
  const set = (change: Partial<Values>) => setTyped((values) => ({ ...values, ...change }))

  function read(): ChangePolicy | undefined {
    const { second_factor_required: required } = typed
    const change: ChangePolicy = saved.revision === undefined ? {} : { revision: saved.revision }
    const found: typeof wrong = {}
    if (required !== now.second_factor_required) change.second_factor_required = required
    for (const field of Object.keys(numbers) as NumberField[]) {
      const { text, least, most } = numbers[field]
      const value = typed[field].trim() === '' ? null : Number(typed[field])
      if (value !== null && !(Number.isInteger(value) && value >= least && value <= most))
        found[field] = t(`${text}Wrong`)
      else if (value !== (saved[field] ?? null)) change[field] = value
    }
    setWrong(found)
    return Object.keys(found).length > 0 ? undefined : change
  }

  /** What the person left alone becomes what is saved by now: only what was entered replaces anything. */
  function follow(latest: Partial<Policy>) {
    const is = valuesOf(latest)
    set(Object.fromEntries(fields.flatMap((field) => (typed[field] === now[field] ? [[field, is[field]]] : []))))
    setSaved(latest)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const change = read()
    if (saving || !change) return
    setSaving(true)
    setFailure(null)
    try {
      const latest = await changePolicy(change)
      toast.success(t('saved'))
      setSaved(latest)
      setBefore(valuesOf(latest))
      setTyped(valuesOf(latest))
      void reload()
    } catch (error) {
      logFailure('Changing the policy', error)
      if (isConflict(error)) follow((await reload()) ?? saved)
      setFailure(error)
    }
    setSaving(false)
  }

  const meanwhile = (name: keyof Values) => {
    const value = now[name]
    if (value === before[name]) return undefined
    if (typeof value === 'boolean') return t(value ? 'nowOn' : 'nowOff')
    return value === '' ? t('nowBlank') : t('nowSaved', { value })
  }
  const field = (name: NumberField) => {
    const { text } = numbers[name]
    const error = wrong[name]
    return (
      <div className={styles.field}>
        <label htmlFor={`${id}-${name}`}>{t(`${text}`)}</label>
        <Input
          id={`${id}-${name}`}
          className={styles.number}
          inputMode="numeric"
          maxLength={6}
          value={typed[name]}
          disabled={saving}
          status={error === undefined ? '' : 'error'}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-${name}-hint`}
          onChange={(event) => set({ [name]: event.target.value })}
        />
        <p id={`${id}-${name}-hint`} className={error === undefined ? styles.hint : styles.wrong}>
          {error ?? meanwhile(name) ?? t(`${text}Hint`)}
        </p>
      </div>
    )
  }

  return (
    <form className={styles.policyForm} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.field}>
        <Checkbox
          checked={typed.second_factor_required}
          disabled={saving}
          aria-describedby={`${id}-factor-hint`}
          onChange={(event) => set({ second_factor_required: event.target.checked })}
        >
          {t('factor')}
        </Checkbox>
        <p id={`${id}-factor-hint`} className={styles.hint}>
          {meanwhile('second_factor_required') ?? t('factorHint')}
        </p>
      </div>
      {field('idle_minutes')}
      {field('audit_retention_days')}
      {failure !== null && (
        <ChangeFailure
          title={t('failed')}
          reason={failureReason(failure)}
          hint={fields.some(meanwhile) ? t('overwrite') : undefined}
          error={failure}
        />
      )}
      <Button type="primary" htmlType="submit" loading={saving}>
        {t('save')}
      </Button>
    </form>
  )
}
