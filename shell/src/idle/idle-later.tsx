import { useEffect, useState } from 'react'
import { useSession } from '@interline/shared/session'
import { afterFirstScreen } from '../page/when-idle.ts'
import { IdleTimeOut } from './idle-time-out.tsx'

/** The idle time-out, once the first screen stands; not with a backend without roles, which knows no policy. */
export function IdleLater() {
  const hasPolicy = useSession(({ user }) => user?.admin_role !== undefined)
  const [isSettled, setSettled] = useState(false)
  useEffect(() => afterFirstScreen(() => setSettled(true)), [])
  return hasPolicy && isSettled ? <IdleTimeOut /> : null
}
