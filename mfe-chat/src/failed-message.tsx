import { Button } from '@interline/shared/ui'
import { discardMessage, retryMessage } from './outbox.ts'
import { say } from './say.ts'

type FailedMessageProps = { clientId: string; text: string; reason: string | undefined }

/** Why a message was not sent, and what can be done about it. */
export function FailedMessage({ clientId, text, reason }: FailedMessageProps) {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return (
    <div className="il-message-failed" role="alert">
      <span>
        {say('progress.failed')}. {reason}
      </span>
      <Button size="small" aria-label={say('progress.retryLabel', { text: short })} onClick={() => retryMessage(clientId)}>
        {say('progress.retry')}
      </Button>
      <Button size="small" type="text" aria-label={say('progress.discardLabel', { text: short })} onClick={() => discardMessage(clientId)}>
        {say('progress.discard')}
      </Button>
    </div>
  )
}
