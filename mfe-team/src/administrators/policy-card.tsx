import { useId, useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { logFailure } from '@interline/shared/api'
import type { Policy } from '@interline/shared/contract'
import { ChangeFailure } from '@interline/shared/forms'
import { addMessages, messagesOf } from '@interline/shared/i18n'
import { Button, Checkbox, ErrorState, failureReason, Input, Skeleton, useToast } from '@interline/shared/ui'
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
      {data && <PolicyForm policy={data} onSaved={() => void refetch()} />}
    </section>
  )
}

const numbers = {
  idle_minutes: { text: 'idle', least: 5, most: 1440 },
  audit_retention_days: { text: 'retention', least: 30, most: 36_500 },
} as const
type NumberField = keyof typeof numbers

const written = (value: number | null | undefined) => (value == null ? '' : String(value))

function PolicyForm({ policy, onSaved }: { policy: Partial<Policy>; onSaved: () => void }) {
  const toast = useToast()
  const id = useId()
  const [required, setRequired] = useState(policy.second_factor_required === true)
  const [typed, setTyped] = useState({
    idle_minutes: written(policy.idle_minutes),
    audit_retention_days: written(policy.audit_retention_days),
  })
  const [wrong, setWrong] = useState<Partial<Record<NumberField, string>>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [saving, setSaving] = useState(false)

  function read(): Partial<Policy> | undefined {
    const change: Partial<Policy> = {}
    const found: typeof wrong = {}
    if (required !== (policy.second_factor_required === true)) change.second_factor_required = required
    for (const field of Object.keys(numbers) as NumberField[]) {
      const { text, least, most } = numbers[field]
      const value = typed[field].trim() === '' ? null : Number(typed[field])
      if (value !== null && !(Number.isInteger(value) && value >= least && value <= most))
        found[field] = t(`${text}Wrong`)
      else if (value !== (policy[field] ?? null)) change[field] = value
    }
    setWrong(found)
    return Object.keys(found).length > 0 ? undefined : change
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const change = read()
    if (saving || !change) return
    setSaving(true)
    setFailure(null)
    try {
      await changePolicy(change)
      toast.success(t('saved'))
      onSaved()
    } catch (error) {
      logFailure('Changing the policy', error)
      setFailure(error)
    }
    setSaving(false)
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
          onChange={(event) => setTyped((now) => ({ ...now, [name]: event.target.value }))}
        />
        <p id={`${id}-${name}-hint`} className={error === undefined ? styles.hint : styles.wrong}>
          {error ?? t(`${text}Hint`)}
        </p>
      </div>
    )
  }

  return (
    <form className={styles.policyForm} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.field}>
        <Checkbox
          checked={required}
          disabled={saving}
          aria-describedby={`${id}-factor-hint`}
          onChange={(event) => setRequired(event.target.checked)}
        >
          {t('factor')}
        </Checkbox>
        <p id={`${id}-factor-hint`} className={styles.hint}>
          {t('factorHint')}
        </p>
      </div>
      {field('idle_minutes')}
      {field('audit_retention_days')}
      {failure !== null && <ChangeFailure title={t('failed')} reason={failureReason(failure)} error={failure} />}
      <Button type="primary" htmlType="submit" loading={saving}>
        {t('save')}
      </Button>
    </form>
  )
}
