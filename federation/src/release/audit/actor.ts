import { userInfo } from 'node:os'
import { requireOneLine } from './log.ts'

/** The name under which the log has what is done: RELEASE_MANAGER, or the user of this process. */
export function nameOfActor({ RELEASE_MANAGER: name }: NodeJS.ProcessEnv): string {
  if (!name) return userName()
  requireOneLine('RELEASE_MANAGER', name, 120)
  return name
}

/** In a container the user often has a number and no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'without a name'}`
  }
}
