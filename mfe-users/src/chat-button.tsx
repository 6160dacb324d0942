import { useCallback, useEffect, useRef } from 'react'
import { RowButton } from '@interline/shared/list'
import { useLocation, useNavigate } from '@interline/shared/router'
import { say } from './messages.ts'
import { idOf, nameOf } from './user-row.ts'
import type { UserRow } from './user-row.ts'

export type OpenChat = (user: UserRow) => void

/** Opens the chat in place of this page (SPEC §2, Chat screen); `from` is the way back to the table as it is then. */
export function useOpenChat(): OpenChat {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const here = useRef('')
  useEffect(() => {
    here.current = `${pathname}${search}`
  })
  return useCallback(
    (user) => {
      const user_id = idOf(user)
      if (user_id === null) return
      const state = { user_id, full_name: user.full_name, from: here.current }
      void navigate(`/user-chat/${encodeURIComponent(user_id)}`, { replace: true, state })
    },
    [navigate],
  )
}

export function ChatButton({ user, openChat }: { user: UserRow; openChat: OpenChat }) {
  return <RowButton label={say('actions.chat', { name: nameOf(user) })} icon="message" disabled={idOf(user) === null} onClick={() => openChat(user)} />
}
