import { ChatListPage } from './list/chat-list-page.tsx'
import { ChatPage } from './chat/chat-page.tsx'

export const routes = [
  { path: '/chats', Component: ChatListPage },
  { path: '/user-chat/:id', Component: ChatPage },
]
