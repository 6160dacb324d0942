import { useEffect, useState } from 'react'
import type { WaysToSignIn } from '@interline/shared/contract'
import { isWays, readWaysToSignIn } from '../../api.ts'
import { whenIdle } from '../../page/when-idle.ts'

const key = 'interline-ways-to-sign-in'
/** What a backend has that knows SPEC §7 alone. */
const passwordsAlone: WaysToSignIn = { passwords: true, single_sign_on: null }

/**
 * What the sign-in page shows. The backend is asked when the page stands, so that it waits for nothing; what it said
 * last time is shown until then, so that nothing moves for who was here before.
 */
export function useWaysToSignIn(): WaysToSignIn {
  const [ways, setWays] = useState(readKept)
  useEffect(() => {
    let isLeft = false
    const cancel = whenIdle(() => {
      readWaysToSignIn()
        .then((found) => {
          if (!isLeft) setWays(found)
          keep(found)
        })
        // Another backend, or none now: the sign-in itself says what is wrong.
        .catch(() => undefined)
    })
    return () => {
      isLeft = true
      cancel()
    }
  }, [])
  return ways
}

function readKept(): WaysToSignIn {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isWays(kept) ? kept : passwordsAlone
  } catch {
    return passwordsAlone
  }
}

function keep(ways: WaysToSignIn): void {
  try {
    if (ways.single_sign_on) localStorage.setItem(key, JSON.stringify(ways))
    else localStorage.removeItem(key)
  } catch {
    // Storage can be forbidden.
  }
}
