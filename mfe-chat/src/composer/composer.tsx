import { useEffect, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Button, Icon, Input } from '@interline/shared/ui'
import { t } from '../messages.ts'
import { keepDraft, readDraft } from '../outbox/unsent-store.ts'
import { createTypingEmitter } from '../presence/emit-typing.ts'
import * as styles from './composer.module.css'

// SPEC names no length. Our server accepts this many characters.
const maxLength = 4000
const warnFrom = 200

/** Whether nothing of it can be seen: white space, and characters without a shape such as the zero-width space. */
const isBlank = (text: string): boolean => !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text)

type ComposerProps = { partyId: string; name: string; onSend: (text: string) => void }

/** Enter sends, Shift + Enter starts a new line, blank messages are never sent (SPEC §5). */
export function Composer({ partyId, name, onSend }: ComposerProps) {
  const [text, setText] = useState(() => readDraft(partyId))
  const [typing] = useState(() => createTypingEmitter(partyId))
  useEffect(() => () => typing.stop(), [typing])
  const left = maxLength - text.length
  const cannotSend = isBlank(text) || left < 0

  function write(next: string) {
    setText(next)
    keepDraft(partyId, next)
  }

  function send() {
    if (cannotSend) return
    onSend(text)
    typing.sent()
    write('')
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes, Enter belongs to it; Safari reports that Enter with key code 229 only.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || composing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
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
      />
      <Button
        type="primary"
        htmlType="submit"
        disabled={cannotSend}
        aria-label={t('composer.send')}
        title={t('composer.send')}
        icon={<Icon id="send" />}
      />
      {left < warnFrom && (
        <p className={styles.left} role="status">
          {left < 0 ? t('composer.over', { count: -left }) : t('composer.left', { count: left })}
        </p>
      )}
    </form>
  )
}
