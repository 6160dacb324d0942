import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import { trimmed } from '@interline/shared/i18n'
import { Button, Icon, Input, lazyWithRetry } from '@interline/shared/ui'
import { t } from '../messages.ts'
import { keepDraft, readDraft } from '../outbox/unsent-store.ts'
import { createTypingEmitter } from '../presence/emit-typing.ts'
import { unfilledIn, useReplyPicker } from './use-reply-picker.ts'
import * as styles from './composer.module.css'

// SPEC names no length. Our server accepts this many characters.
const maxLength = 4000
const warnFrom = 200

const ReplyList = lazyWithRetry(async () => (await import('../canned-replies/reply-list.tsx')).ReplyList)
const RepliesDialog = lazyWithRetry(async () => (await import('../canned-replies/replies-dialog.tsx')).RepliesDialog)

/** What others on the screen do to the input. */
export type ComposerHandle = { insert: (text: string) => void }

type ComposerProps = {
  handle?: Ref<ComposerHandle>
  partyId: string
  name: string
  /** Null while it is not known. */
  fullName?: string | null
  onSend: (text: string) => void
}

/** Enter sends, Shift + Enter starts a new line, blank messages are never sent (SPEC §5). */
export function Composer({ handle, partyId, name, fullName = null, onSend }: ComposerProps) {
  const [text, setText] = useState(() => readDraft(partyId))
  const [typing] = useState(() => createTypingEmitter(partyId))
  useEffect(() => () => typing.stop(), [typing])
  const form = useRef<HTMLFormElement>(null)
  const textarea = () => form.current?.querySelector('textarea')
  const replies = useReplyPicker(text)
  /** The text that was not sent at once because a variable in it is not filled in. */
  const [heldBack, setHeldBack] = useState<string | null>(null)
  const unfilled = unfilledIn(text)
  const left = maxLength - text.length
  const cannotSend = trimmed(text) === '' || left < 0

  function write(next: string) {
    setText(next)
    keepDraft(partyId, next)
  }

  function selectUnfilled(within: string) {
    const [first] = unfilledIn(within)
    const start = first === undefined ? within.length : within.indexOf(first)
    textarea()?.focus()
    textarea()?.setSelectionRange(start, start + (first?.length ?? 0))
  }

  function replace(start: number, end: number, inserted: string) {
    const next = text.slice(0, start) + inserted + text.slice(end)
    write(next)
    typing.changed(next)
    requestAnimationFrame(() => {
      if (unfilledIn(next).length > 0) return selectUnfilled(next)
      textarea()?.focus()
      textarea()?.setSelectionRange(start + inserted.length, start + inserted.length)
    })
  }

  function insert(inserted: string) {
    const input = textarea()
    replace(input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length, inserted)
  }
  useImperativeHandle(handle, () => ({ insert }))

  function take(reply: string) {
    // A reply whose variables took a while to load replaces nothing that was typed meanwhile.
    if (textarea()?.value !== text) return
    if (replies.query === null) insert(reply)
    else replace(0, text.length, reply)
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
    // While an input method composes, Enter belongs to it; Safari reports that Enter with key code 229 only.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229
    if (composing) return
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
            onManage={replies.manage}
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
          <p className={styles.left} role="status">
            {t('composer.unfilled', { names: unfilled.join(', ') })}
          </p>
        )}
        {left < warnFrom && (
          <p className={styles.left} role="status">
            {left < 0 ? t('composer.over', { count: -left }) : t('composer.left', { count: left })}
          </p>
        )}
      </form>
      {replies.wasManaged && (
        <RepliesDialog open={replies.isManaged} onClose={replies.endManaging} afterClose={() => textarea()?.focus()} />
      )}
    </>
  )
}
