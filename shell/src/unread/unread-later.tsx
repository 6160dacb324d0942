import { usePermitted } from '@interline/shared/session'
import { lazyWithRetry } from '@interline/shared/ui'
import { useAfterFirstScreen } from '../page/when-idle.ts'

const Unread = lazyWithRetry(async () => (await import(/* webpackChunkName: "unread" */ './unread.tsx')).Unread, {
  isQuiet: true,
})

/** What tells of unread messages on every screen, once the first one stands; a backend of SPEC alone counts none. */
export function UnreadLater() {
  const isOurs = usePermitted('records:read')
  const isTime = useAfterFirstScreen()
  return isOurs && isTime ? <Unread /> : null
}
