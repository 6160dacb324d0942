import { useParams } from '@interline/shared/router'
import { ChatPanel } from './chat-panel.tsx'

/** SPEC §2, Chat screen. Each person has a panel of their own: nothing of one conversation shows in another. */
export function ChatPage() {
  const { id = '' } = useParams()
  return <ChatPanel key={id} partyId={id} />
}
