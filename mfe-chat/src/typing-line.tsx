import { useEffect, useState } from 'react'
import { useNarrow } from '@interline/shared/ui'
import { say } from './say.ts'
import type { Typist } from './use-typists.ts'

type TypingLineProps = { typists: readonly Typist[]; partyId: string; name: string }

// Who types, pauses and types on is announced once in this time.
const quietMs = 60_000

/** Who types now, in a place of its own below the messages: nothing moves when it comes and goes. */
export function TypingLine({ typists, partyId, name }: TypingLineProps) {
  const isNarrow = useNarrow(600)
  const party = typists.some(({ senderId }) => senderId === partyId)
  const colleagues = typists.filter(({ senderId }) => senderId !== partyId).map((one) => one.name ?? say('chat.colleague'))
  const replying = colleagues.length > 0 ? say('typing.replying', { count: colleagues.length, names: colleagues.join(', ') }) : ''
  const typing = isNarrow && replying !== '' ? say('list.typing') : say('typing.typing', { name })
  const texts = [party ? typing : '', replying]
  return (
    <div className="il-typing">
      {texts.map((text, at) =>
        text === '' ? null : (
          <span key={at} className="il-typing-who" data-colleague={at === 1} aria-hidden="true">
            <span className="il-typing-dots">
              <i />
              <i />
              <i />
            </span>
            <span>{text}</span>
          </span>
        ),
      )}
      <TypingSaid text={texts.filter((text) => text !== '').join('. ')} />
    </div>
  )
}

/** Says to screen readers who began to type; not each time they go on, and not that they stopped. */
function TypingSaid({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  if (text !== '' && text !== said) setSaid(text)
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => setSaid(''), quietMs)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <span className="il-visually-hidden" aria-live="polite">
      {said}
    </span>
  )
}
