import { useEffect, useState } from 'react'
import { useNarrow } from '@interline/shared/ui'
import { t } from '../messages.ts'
import type { TypingUser } from './use-typing-users.ts'
import * as styles from './typing-indicator.module.css'

type TypingIndicatorProps = { typingUsers: readonly TypingUser[]; partyId: string; name: string }

// Somebody who types with pauses is announced once in this time.
const announceAgainAfterMs = 60_000

/** It says who types now. It has a fixed area below the messages, so that nothing moves when it comes and goes. */
export function TypingIndicator({ typingUsers, partyId, name }: TypingIndicatorProps) {
  const isNarrow = useNarrow(600)
  const party = typingUsers.some(({ senderId }) => senderId === partyId)
  const colleagues = typingUsers
    .filter(({ senderId }) => senderId !== partyId)
    .map((one) => one.name ?? t('chat.colleague'))
  const replying =
    colleagues.length > 0 ? t('typing.replying', { count: colleagues.length, names: colleagues.join(', ') }) : ''
  const typing = isNarrow && replying !== '' ? t('list.typing') : t('typing.typing', { name })
  const texts = [party ? typing : '', replying]
  return (
    <div className={styles.typing}>
      {texts.map((text, at) =>
        text === '' ? null : (
          <span key={at} className={styles.who} data-colleague={at === 1} aria-hidden="true">
            <span className={styles.dots}>
              <i />
              <i />
              <i />
            </span>
            <span className="il-cut">{text}</span>
          </span>
        ),
      )}
      <TypingLiveRegion text={texts.filter((text) => text !== '').join('. ')} />
    </div>
  )
}

/** Announces to screen readers who began to type: not each time they go on, and not that they stopped. */
function TypingLiveRegion({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('')
  if (text !== '' && text !== announced) setAnnounced(text)
  useEffect(() => {
    if (announced === '') return
    const timer = setTimeout(() => setAnnounced(''), announceAgainAfterMs)
    return () => clearTimeout(timer)
  }, [announced])
  return (
    <span className="il-visually-hidden" aria-live="polite">
      {announced}
    </span>
  )
}
