import { useId, useRef, useState } from 'react'
import { isApiError, logFailure, queryClient } from '@interline/shared/api'
import type { CannedReply } from '@interline/shared/contract'
import { ChangeFailure } from '@interline/shared/forms'
import { trimmed } from '@interline/shared/i18n'
import { onSessionEnd } from '@interline/shared/session'
import { afterAMoment, Button, Checkbox, failureReason, Icon, Input } from '@interline/shared/ui'
import { t } from './messages.ts'
import { cannedReplies, saveCannedReply } from './replies-api.ts'
import { unknownVariables, variableNames } from './variables.ts'
import * as styles from './canned-replies.module.css'

// As the server has it: its schemas are not loaded for two rules.
const shortcutPattern = /^[a-z0-9][a-z0-9-]{0,31}$/
const messageMaxLength = 4000

/** A canned reply as it is being written. */
export type TypedReply = Pick<CannedReply, 'shortcut' | 'text' | 'is_shared'> &
  Partial<Pick<CannedReply, '_id' | 'revision'>>

let typed: TypedReply | null = null
onSessionEnd(() => (typed = null))

/** What was being written when the dialog was closed or the conversation left. */
export const typedBefore = (): TypedReply | null => typed
export const keepTyped = (reply: TypedReply | null) => void (typed = reply)

type ReplyFormProps = {
  typed: TypedReply
  others: readonly CannedReply[]
  onType: (reply: TypedReply) => void
  onDone: () => void
}

/** Makes or changes a canned reply; stays open with the reason when that fails. */
export function ReplyForm({ typed: reply, others, onType, onDone }: ReplyFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<{ shortcut?: string; text?: string }>({})
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const set = (change: Partial<TypedReply>) => onType({ ...reply, ...change })

  async function save() {
    if (saving) return
    const found = mistakesOf(reply, others)
    setWrong(found)
    setFailure(null)
    const [first] = Object.keys(found)
    if (first) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    setSaving(true)
    try {
      const { _id, revision, shortcut, text, is_shared } = reply
      await saveCannedReply({ shortcut, text: trimmed(text), is_shared, ...(_id && { _id, revision }) })
      await queryClient.invalidateQueries(cannedReplies)
      onDone()
    } catch (error) {
      logFailure('Keeping a canned reply', error)
      setFailure(error)
      void queryClient.invalidateQueries(cannedReplies)
    } finally {
      setSaving(false)
    }
  }

  function insertVariable(name: string) {
    const input = form.current?.querySelector('textarea')
    const [start, end] = [input?.selectionStart ?? reply.text.length, input?.selectionEnd ?? reply.text.length]
    const inserted = `{{${name}}}`
    set({ text: reply.text.slice(0, start) + inserted + reply.text.slice(end) })
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(start + inserted.length, start + inserted.length)
    })
  }

  const isChangedByOthers = isApiError(failure) && failure.changedBy !== null
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={styles.field}>
        <label htmlFor={`${id}-shortcut`}>{t('form.shortcut')}</label>
        <Input
          id={`${id}-shortcut`}
          name="shortcut"
          prefix="/"
          value={reply.shortcut}
          maxLength={32}
          autoComplete="off"
          autoCapitalize="none"
          autoFocus
          status={wrong.shortcut === undefined ? '' : 'error'}
          aria-invalid={wrong.shortcut !== undefined}
          aria-describedby={`${id}-shortcut-hint`}
          onChange={(event) => set({ shortcut: event.target.value.toLowerCase().replace(/^\//, '') })}
        />
        <p id={`${id}-shortcut-hint`} className={wrong.shortcut === undefined ? styles.hint : styles.wrong}>
          {wrong.shortcut ?? t('form.shortcutHint')}
        </p>
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-text`}>{t('form.text')}</label>
        <Input.TextArea
          id={`${id}-text`}
          name="text"
          value={reply.text}
          autoSize={{ minRows: 4, maxRows: 12 }}
          status={wrong.text === undefined ? '' : 'error'}
          aria-invalid={wrong.text !== undefined}
          aria-describedby={`${id}-text-wrong`}
          onChange={(event) => set({ text: event.target.value })}
        />
        <p id={`${id}-text-wrong`} className={styles.wrong}>
          {wrong.text}
        </p>
      </div>
      <fieldset className={styles.variables}>
        <legend>{t('form.variables')}</legend>
        {variableNames.map((name) => (
          <Button key={name} size="small" onClick={() => insertVariable(name)}>
            {t(`variable.${name}`)}
          </Button>
        ))}
      </fieldset>
      <Checkbox checked={reply.is_shared} onChange={(event) => set({ is_shared: event.target.checked })}>
        {t('form.share')}
      </Checkbox>
      {failure !== null && (
        <ChangeFailure
          title={t('form.failed')}
          reason={
            isChangedByOthers
              ? failureReason(failure, ({ by }) => t('form.changed', { name: by ?? t('form.somebody') }))
              : failureReason(failure)
          }
          error={failure}
        />
      )}
      <div className={styles.buttons}>
        <Button icon={<Icon id="arrow-left" />} onClick={onDone} disabled={saving}>
          {t('form.back')}
        </Button>
        <Button type="primary" htmlType="submit" loading={saving && afterAMoment}>
          {t('form.keep')}
        </Button>
      </div>
    </form>
  )
}

function mistakesOf({ _id, shortcut, text, is_shared }: TypedReply, others: readonly CannedReply[]) {
  const isTaken = others.some(
    (other) => other._id !== _id && other.shortcut === shortcut && other.is_shared === is_shared,
  )
  const unknown = unknownVariables(text)
  return {
    ...(isTaken && { shortcut: t(is_shared ? 'form.shortcutTakenShared' : 'form.shortcutTaken') }),
    ...(!shortcutPattern.test(shortcut) && { shortcut: t('form.shortcutWrong') }),
    ...(unknown.length > 0 && {
      text: t('form.unknown', { names: unknown.map((name) => `{{${name}}}`).join(', ') }),
    }),
    ...(text.length > messageMaxLength && { text: t('form.textLong') }),
    ...(trimmed(text) === '' && { text: t('form.textMissing') }),
  }
}
