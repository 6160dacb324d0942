import { Button, Icon } from '@interline/shared/ui'
import { useLocation, useNavigate } from '@interline/shared/router'
import { idOf, nameOf } from './driver-row.ts'
import type { DriverRow } from './driver-row.ts'
import { useSay } from './messages.ts'

/** Opens the chat in place of this page (SPEC §2, Chat screen); `from` is the way back to the table as it is now. */
export function ChatButton({ driver }: { driver: DriverRow }) {
  const say = useSay()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const user_id = idOf(driver)
  const label = say('actions.chat', { name: nameOf(driver) })

  function openChat() {
    if (user_id === null) return
    const state = { user_id, full_name: driver.full_name, role: driver.role, from: `${pathname}${search}` }
    void navigate(`/user-chat/${encodeURIComponent(user_id)}`, { replace: true, state })
  }

  return <Button type="text" aria-label={label} title={label} icon={<Icon id="message" />} disabled={user_id === null} onClick={openChat} />
}
