import { useEffect } from 'react'
import { logFailure } from '@interline/shared/api'
import { useSocketEvent } from '@interline/shared/realtime'
import { matchRoutes, useLocation, useNavigate } from '@interline/shared/router'
import { usePreferences, useSession } from '@interline/shared/session'
import { chatWith } from '@interline/shared/ui'
import { readConversation } from '../api.ts'
import { useHasScreen } from '../remotes/has-screen.ts'
import { inOneTab, isShownInATab, showInThisTab } from './tabs.ts'
import { playTone } from './tone.ts'
import { t } from './texts.ts'

const mostShown = 200

/** Alerts to a message of a driver or user, in one tab, unless their conversation is open in a tab that is visible. */
export function MessageAlerts() {
  const navigate = useNavigate()
  const hasScreen = useHasScreen()
  const me = useSession(({ user }) => user?._id)
  const opened = openedIn(useLocation().pathname)
  useEffect(() => (opened === null ? undefined : showInThisTab(opened)), [opened])

  async function alertTo(partyId: string, text: string) {
    if (!hasScreen('/user-chat/id') || (await isShownInATab(partyId))) return
    // A colleague's message has the same form: who has no conversation is none of the people that one talks with.
    const person = await readConversation(partyId)
    if (typeof person?.full_name !== 'string') return
    const { full_name } = person
    const { messageAlerts, messageSound } = usePreferences.getState()
    if (messageSound) playTone()
    if (!messageAlerts || Notification.permission !== 'granted') return
    const shown = notify(t('from', { name: full_name }), {
      body: text.slice(0, mostShown),
      tag: `interline-chat-${partyId}`,
    })
    if (!shown) return messageSound ? undefined : playTone()
    shown.onclick = () => {
      shown.close()
      window.focus()
      const { to, state } = chatWith({ user_id: partyId, full_name })
      void navigate(to, { state })
    }
  }

  useSocketEvent('receive-message', (received) => {
    const { _id, senderId, message } = received ?? {}
    if (typeof _id !== 'string' || typeof senderId !== 'string' || senderId === me) return
    inOneTab(_id, () => alertTo(senderId, String(message))).catch((error: unknown) =>
      logFailure('Alerting to a message', error),
    )
  })
  return null
}

/** As the router reads the address, which leaves what cannot be decoded as it is. */
const openedIn = (pathname: string): string | null =>
  matchRoutes([{ path: '/user-chat/:id' }], pathname)?.[0]?.params.id ?? null

/** Browsers of Android have the constructor only to refuse it: they take notifications of a service worker alone. */
function notify(...given: ConstructorParameters<typeof Notification>): Notification | null {
  try {
    return new Notification(...given)
  } catch {
    return null
  }
}
