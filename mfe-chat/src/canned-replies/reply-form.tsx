import { useRef } from 'react'
import { queryClient } from '@interline/shared/api'
import { type CannedReply, trimmed, messageMaxLength, shortcutPattern } from '@interline/shared/contract'
import { Form, FormModal } from '@interline/shared/forms'
import { Button, Checkbox, failureReason, Input } from '@interline/shared/ui'
import { t } from './messages.ts'
import { cannedReplies, saveCannedReply } from '../api.ts'
import { insertText } from './insert-text.ts'
import { unknownVariables, variableNames } from './variables.ts'
import * as styles from './canned-replies.module.css'

type Values = Pick<CannedReply, 'shortcut' | 'text' | 'is_shared'>
/** A canned reply that is there, or a new one. */
export type EditedReply = Values & Partial<Pick<CannedReply, '_id' | 'revision'>>

type ReplyFormProps = { reply: EditedReply; others: readonly CannedReply[]; onClosed: () => void }

const rule = (mistakeIn: (value: string) => string | undefined) => ({
  validator: (_: unknown, value: string) => {
    const mistake = mistakeIn(value)
    return mistake === undefined ? Promise.resolve() : Promise.reject(new Error(mistake))
  },
})

/** Makes or changes a canned reply. */
export function ReplyForm({ reply, others, onClosed }: ReplyFormProps) {
  const textarea = useRef<HTMLDivElement>(null)

  function mistakeInShortcut(shortcut: string, is_shared: boolean) {
    if (!shortcutPattern.test(shortcut)) return t('form.shortcutWrong')
    const isTaken = others.some(
      (other) => other._id !== reply._id && other.shortcut === shortcut && other.is_shared === is_shared,
    )
    return isTaken ? t(is_shared ? 'form.shortcutTakenShared' : 'form.shortcutTaken') : undefined
  }

  return (
    <FormModal<Values, EditedReply>
      title={t(reply._id ? 'form.changeTitle' : 'form.newTitle')}
      submit={t('form.keep')}
      width={600}
      what="Keeping a canned reply"
      row={reply}
      valuesOf={({ shortcut, text, is_shared }) => ({ shortcut, text, is_shared })}
      send={({ text, ...values }, { _id, revision }) =>
        saveCannedReply({ ...values, text: trimmed(text), ...(_id && { _id, revision }) })
      }
      reloads={['canned-replies']}
      latest={async (before) => {
        const replies = await queryClient.fetchQuery(cannedReplies)
        return replies.find(({ _id }) => _id === before._id) ?? before
      }}
      failed={t('form.failed')}
      reasonOf={(error) => failureReason(error, ({ by }) => t('form.changed', { name: by ?? t('form.somebody') }))}
      onClosed={onClosed}
    >
      {({ values }) => (
        <>
          <Form.Item
            name="shortcut"
            label={t('form.shortcut')}
            extra={t('form.shortcutHint')}
            normalize={(typed: string) => typed.toLowerCase().replace(/^\//, '')}
            rules={[rule((shortcut) => mistakeInShortcut(shortcut, values.is_shared))]}
          >
            <Input prefix="/" maxLength={32} autoComplete="off" autoCapitalize="none" />
          </Form.Item>
          <div ref={textarea}>
            <Form.Item name="text" label={t('form.text')} rules={[rule(mistakeInText)]}>
              <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} />
            </Form.Item>
          </div>
          <fieldset className={styles.variables}>
            <legend className="il-hint">{t('form.variables')}</legend>
            {variableNames.map((name) => (
              <Button
                key={name}
                size="small"
                onClick={() => insertText(textarea.current?.querySelector('textarea'), `{{${name}}}`)}
              >
                {t(`variable.${name}`)}
              </Button>
            ))}
          </fieldset>
          <Form.Item name="is_shared" valuePropName="checked">
            <Checkbox>{t('form.share')}</Checkbox>
          </Form.Item>
        </>
      )}
    </FormModal>
  )
}

function mistakeInText(text: string): string | undefined {
  const unknown = unknownVariables(text)
  if (unknown.length > 0) return t('form.unknown', { names: unknown.map((name) => `{{${name}}}`).join(', ') })
  if (text.length > messageMaxLength) return t('form.textLong')
  return trimmed(text) === '' ? t('form.textMissing') : undefined
}
