// One chunk: all three are drawn with the list.
export { ChatFilters } from './chat-filters.tsx'
export { FoundMessages } from './found-messages.tsx'
export { MoreChats } from './more-chats.tsx'
