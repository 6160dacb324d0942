import { useEffect, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Button, Icon, Input } from '@interline/shared/ui'
import { keepDraft, readDraft } from './draft.ts'
import { isBlank } from './is-blank.ts'
import { say } from './say.ts'
import { createTypingTeller } from './tell-typing.ts'

// SPEC-NOTES says nothing of a length; the server takes this many characters.
const maxLength = 4000
const warnFrom = 200

type ComposerProps = { partyId: string; name: string; onSend: (text: string) => void }

/** Where one writes: Enter sends, Shift + Enter breaks the line, blanks are never sent (SPEC §5). */
export function Composer({ partyId, name, onSend }: ComposerProps) {
  const [text, setText] = useState(() => readDraft(partyId))
  const [typing] = useState(() => createTypingTeller(partyId))
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
      className="il-composer"
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
        placeholder={say('composer.placeholder')}
        aria-label={say('composer.label', { name })}
        title={say('composer.hint')}
        autoSize={{ minRows: 1, maxRows: 6 }}
        aria-invalid={left < 0}
        enterKeyHint="send"
      />
      <Button type="primary" htmlType="submit" disabled={cannotSend} aria-label={say('composer.send')} title={say('composer.send')} icon={<Icon id="send" />} />
      {left < warnFrom && (
        <p className="il-composer-left" role="status">
          {left < 0 ? say('composer.over', { count: -left }) : say('composer.left', { count: left })}
        </p>
      )}
    </form>
  )
}
