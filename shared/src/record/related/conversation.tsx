import type { DriverRecord } from '../../contract/index.ts'
import { RelativeTime } from '../../ui/values/times.tsx'
import { t } from '../messages.ts'
import { RecordSection } from '../record-section.tsx'
import { ChatLink } from '../chat-link.tsx'

type ConversationProps = { chat: DriverRecord['chat']; id: string; name: string; role: 'driver' | 'user' }

/** The last message with the person, in one line, and the way there. */
export const Conversation = ({ chat, ...person }: ConversationProps) => (
  <RecordSection title={t('conversation.title')} actions={<ChatLink {...person} />}>
    {chat === null ? (
      <p className="il-soft il-record-none">{t('conversation.none')}</p>
    ) : (
      <div className="il-record-talk">
        <p className="il-record-quote" data-long>
          {chat.last_message}
        </p>
        <p className="il-record-row-facts">
          <RelativeTime value={chat.last_message_date} />
          <span>{t('conversation.messages', { count: chat.messages })}</span>
          {chat.unseen > 0 && <strong>{t('conversation.unseen', { count: chat.unseen })}</strong>}
        </p>
      </div>
    )}
  </RecordSection>
)
