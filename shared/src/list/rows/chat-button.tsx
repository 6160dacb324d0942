import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from '../../router/index.ts'
import { chatWith } from '../../ui/values/record-link.tsx'
import type { ChatParty } from '../../ui/values/record-link.tsx'
import { RowButton } from './row-button.tsx'

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
      const { to, state } = chatWith({ ...party, from: here.current })
      void navigate(to, { replace: true, state })
    },
    [navigate],
  )
}

type ChatButtonProps = {
  party: Omit<ChatParty, 'user_id'> & { user_id: string | null }
  label: string
  openChat: OpenChat
}

/** Opens the chat with the person of a row; disabled where the backend sent no id. */
export function ChatButton({ party: { user_id, ...known }, label, openChat }: ChatButtonProps) {
  const open = () => user_id !== null && openChat({ user_id, ...known })
  return <RowButton label={label} icon="message" disabled={user_id === null} onClick={open} />
}
