import { adminCookie, leftCookie } from '@interline/federation/runtime'
import { session } from '@interline/shared/session'

const month = 30 * 86_400

function keep(name: string, value: string, seconds: number) {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=/; SameSite=Strict; Max-Age=${seconds}${secure}`
}

/**
 * Lets the shell's origin know, from the next request on, who is signed in here: a canary is given to people, not to
 * browsers.
 */
export function setCanaryCookies(): () => void {
  const setCookies = ({ user }: { user: { _id?: unknown } | null }) => {
    const id = typeof user?._id === 'string' ? encodeURIComponent(user._id).slice(0, 200) : ''
    keep(adminCookie, id, id ? month : 0)
  }
  setCookies(session.getState())
  return session.subscribe(setCookies)
}

/** Goes back to the live release, and stays there until the next canary. */
export function leaveCanary(salt: string) {
  keep(leftCookie, salt, month)
  window.location.reload()
}
