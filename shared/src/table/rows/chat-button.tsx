import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from '../../router/index.ts'
import { RowButton } from './row-button.tsx'

/** Who to chat with, as the route of the chat takes it (SPEC §2, Chat screen). Without `user_id` there is no chat. */
export type ChatParty = { user_id: string | null; full_name: unknown; role?: unknown }

export type OpenChat = (party: ChatParty) => void

/** Opens the chat in place of this page (SPEC §2, Chat screen); `from` is the way back to the table as it is then. */
export function useOpenChat(): OpenChat {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const here = useRef('')
  useEffect(() => {
    here.current = `${pathname}${search}`
  })
  return useCallback(
    (party) => {
      if (party.user_id === null) return
      const state = { ...party, from: here.current }
      void navigate(`/user-chat/${encodeURIComponent(party.user_id)}`, { replace: true, state })
    },
    [navigate],
  )
}

type ChatButtonProps = { party: ChatParty; label: string; openChat: OpenChat }

/** Opens the chat with the person of a row; disabled where the backend sent no id. */
export function ChatButton({ party, label, openChat }: ChatButtonProps) {
  return <RowButton label={label} icon="message" disabled={party.user_id === null} onClick={() => openChat(party)} />
}
