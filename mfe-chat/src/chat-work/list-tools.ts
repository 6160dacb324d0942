// One chunk: both come with a long list or a search.
export { FoundMessages } from './found-messages.tsx'
export { MoreChats } from './more-chats.tsx'
