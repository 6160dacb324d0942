import type { ReactNode } from 'react'
import { isPermitted, permissions } from '@interline/shared/contract'
import { type SessionState, useBackend, useSession } from '@interline/shared/session'
import { Link, useParams } from '@interline/shared/router'
import { NotFound } from '../errors/not-found.tsx'
import { t } from '../messages.ts'
import { ClosedScreen } from './closed-screen.tsx'

/**
 * Whether who is signed in may open what a remote names a permission for. One that this shell does not know is
 * nobody's. While a session is over its screens stay as they are, hidden, so that no input is lost.
 */
export function mayOpen(user: SessionState['user'], wanted: string | undefined): boolean {
  if (wanted === undefined || user === null) return true
  const known = permissions.find((permission) => permission === wanted)
  return known !== undefined && isPermitted(user, known)
}

/** Whether a record of some backend can have this id. What stands in an address else is asked of nobody. */
const canBeId = (id: string) => /^[\w-][\w.:@|-]{0,127}$/.test(id)

/**
 * A screen, or in its place that the role of who is signed in may not open it. Where the backend has no roles, it has
 * no such screen either, and no screen is of a record whose id cannot be one.
 */
export function Permitted({ permission, children }: { permission: string | undefined; children: ReactNode }) {
  const isOpen = useSession(({ user }) => mayOpen(user, permission))
  const hasRoles = useBackend().has('accounts')
  const { id } = useParams()
  if (id !== undefined && !canBeId(id)) return <NotFound />
  if (isOpen) return children
  return hasRoles ? <NotPermitted /> : <NotFound />
}

function NotPermitted() {
  return (
    <ClosedScreen title={t('notPermitted.title')} text={t('notPermitted.text')}>
      <Link to="/">{t('notPermitted.home')}</Link>
    </ClosedScreen>
  )
}
