import { useCallback, useEffect, useRef } from 'react'
import { RowButton } from '@interline/shared/list'
import { useLocation, useNavigate } from '@interline/shared/router'
import { say } from './messages.ts'
import { idOf, nameOf } from './driver-row.ts'
import type { DriverRow } from './driver-row.ts'

export type OpenChat = (driver: DriverRow) => void

/** Opens the chat in place of this page (SPEC §2, Chat screen); `from` is the way back to the table as it is then. */
export function useOpenChat(): OpenChat {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const here = useRef('')
  useEffect(() => {
    here.current = `${pathname}${search}`
  })
  return useCallback(
    (driver) => {
      const user_id = idOf(driver)
      if (user_id === null) return
      const state = { user_id, full_name: driver.full_name, role: driver.role, from: here.current }
      void navigate(`/user-chat/${encodeURIComponent(user_id)}`, { replace: true, state })
    },
    [navigate],
  )
}

export function ChatButton({ driver, openChat }: { driver: DriverRow; openChat: OpenChat }) {
  return <RowButton label={say('actions.chat', { name: nameOf(driver) })} icon="message" disabled={idOf(driver) === null} onClick={() => openChat(driver)} />
}
