import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { trimmed, messageMaxLength } from '@interline/shared/contract'
import { Button, Icon, Input, isWriting, lazyWithRetry } from '@interline/shared/ui'
import { t } from '../messages.ts'
import { keepDraft, useDraft } from '../conversation/unsent-store.ts'
import { createTypingEmitter } from '../presence/emit-typing.ts'
import { unfilledIn, useReplyPicker } from './use-reply-picker.ts'
import { insertText } from '../canned-replies/insert-text.ts'
import * as styles from './composer.module.css'

const warnFrom = 200

const ReplyList = lazyWithRetry(async () => (await import('../canned-replies/reply-list.tsx')).ReplyList)
const RepliesDialog = lazyWithRetry(async () => (await import('../canned-replies/replies-dialog.tsx')).RepliesDialog)

type ComposerProps = {
  partyId: string
  name: string
  /** Null while it is not known. */
  fullName?: string | null
  onSend: (text: string) => void
}

/** Enter sends, Shift + Enter starts a new line, blank messages are never sent (SPEC §5). */
export function Composer({ partyId, name, fullName = null, onSend }: ComposerProps) {
  const text = useDraft(partyId)
  const write = (next: string) => keepDraft(partyId, next)
  const [typing] = useState(() => createTypingEmitter(partyId))
  useEffect(() => () => typing.stop(), [typing])
  const form = useRef<HTMLFormElement>(null)
  const textarea = () => form.current?.querySelector('textarea')
  const replies = useReplyPicker(text)
  const [isManaging, setManaging] = useState(false)
  /** The text that was not sent at once because a variable in it is not filled in. */
  const [heldBack, setHeldBack] = useState<string | null>(null)
  const unfilled = unfilledIn(text)
  const left = messageMaxLength - text.length
  const cannotSend = trimmed(text) === '' || left < 0

  function selectUnfilled(within: string) {
    const [first] = unfilledIn(within)
    const start = first === undefined ? within.length : within.indexOf(first)
    textarea()?.focus()
    textarea()?.setSelectionRange(start, start + (first?.length ?? 0))
  }

  function take(reply: string) {
    // A reply whose variables took a while to load replaces nothing that was typed meanwhile.
    if (textarea()?.value !== text) return
    insertText(textarea(), reply, replies.query === null ? undefined : [0, text.length])
    const next = textarea()?.value ?? ''
    if (unfilledIn(next).length > 0) selectUnfilled(next)
    replies.close()
  }

  function send() {
    if (cannotSend) return
    if (unfilled.length > 0 && heldBack !== text) {
      setHeldBack(text)
      return selectUnfilled(text)
    }
    onSend(text)
    typing.sent()
    write('')
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isWriting(event)) return
    if (replies.press(event)) return event.preventDefault()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }

  return (
    <>
      <form
        ref={form}
        className={styles.composer}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (!currentTarget.contains(relatedTarget)) replies.close()
        }}
      >
        <Input.TextArea
          value={text}
          onChange={(event) => {
            write(event.target.value)
            typing.changed(event.target.value)
          }}
          onKeyDown={onKeyDown}
          placeholder={t('composer.placeholder')}
          aria-label={t('composer.label', { name })}
          title={t('composer.hint')}
          autoSize={{ minRows: 1, maxRows: 6 }}
          aria-invalid={left < 0}
          enterKeyHint="send"
          {...replies.inputProps}
        />
        {replies.isOpen && (
          <ReplyList
            {...replies.listProps}
            partyId={partyId}
            fullName={fullName}
            onTake={take}
            onManage={() => {
              replies.close()
              setManaging(true)
            }}
          />
        )}
        {replies.mayUse && (
          <Button
            aria-label={t('composer.replies')}
            title={t('composer.repliesHint')}
            aria-expanded={replies.isOpen}
            icon={<Icon id="message" />}
            onClick={() => {
              replies.toggle()
              textarea()?.focus()
            }}
          />
        )}
        <Button
          type="primary"
          htmlType="submit"
          disabled={cannotSend}
          aria-label={t('composer.send')}
          title={t('composer.send')}
          icon={<Icon id="send" />}
        />
        {unfilled.length > 0 && (
          <p className={`il-hint ${styles.left}`} role="status">
            {t('composer.unfilled', { names: unfilled.join(', ') })}
          </p>
        )}
        {left < warnFrom && (
          <p className={`il-hint ${styles.left}`} role="status">
            {left < 0 ? t('composer.over', { count: -left }) : t('composer.left', { count: left })}
          </p>
        )}
      </form>
      {isManaging && (
        <RepliesDialog
          onClosed={() => {
            setManaging(false)
            textarea()?.focus()
          }}
        />
      )}
    </>
  )
}
