import { Button } from '../ui/index.ts'
import { useLocation, useNavigate } from '../router/index.ts'
import { Icon } from '../ui/icon.tsx'
import { chatWith } from '../ui/values/record-link.tsx'
import { t } from './messages.ts'

type ChatLinkProps = { id: string; name: string; role: 'driver' | 'user' }

/** Opens the chat with the person; a link, so that it opens in a new tab as well. */
export function ChatLink({ id, name, role }: ChatLinkProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { to, state } = chatWith({ user_id: id, full_name: name, role, from: pathname })
  return (
    <Button
      href={to}
      icon={<Icon id="message" />}
      aria-label={t('chatWith', { name })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void navigate(to, { state })
      }}
    >
      {t('chat')}
    </Button>
  )
}
