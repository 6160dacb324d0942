import { ChatTime } from '@interline/shared/ui'
import type { Line } from './conversation.ts'
import { FailedMessage } from './failed-message.tsx'
import { MessageProgress } from './message-progress.tsx'
import { MessageText } from './message-text.tsx'
import { say } from './say.ts'

type MessageBubbleProps = { line: Line; name: string; /** Soon after one from the same sender. */ follows: boolean }

export function MessageBubble({ line, name, follows }: MessageBubbleProps) {
  const { sender, text, at, progress } = line
  const who = { me: say('chat.you'), party: name, colleague: say('chat.colleague') }[sender]
  return (
    <div className="il-message" data-sender={sender} data-follows={follows} data-failed={progress === 'failed'}>
      <div className="il-bubble">
        <span className={sender === 'colleague' ? 'il-bubble-who' : 'il-visually-hidden'}>{who}</span>
        <MessageText text={text} />
        <span className="il-bubble-foot">
          <ChatTime value={at} />
          {progress !== null && <MessageProgress progress={progress} />}
        </span>
      </div>
      {progress === 'failed' && line.clientId !== undefined && <FailedMessage clientId={line.clientId} text={text} reason={line.reason} />}
    </div>
  )
}
