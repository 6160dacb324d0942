import { ChatList } from './chat-list.tsx'
import { useViewBeside } from '../list-view.ts'

/** The Chat List at the left of a conversation. */
export const ListBeside = ({ partyId }: { partyId: string }) => (
  <ChatList view={useViewBeside(partyId)} opened={partyId} />
)
