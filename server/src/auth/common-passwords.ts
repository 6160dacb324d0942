import { readFileSync } from 'node:fs'

let common: ReadonlySet<string> | undefined

/**
 * Whether a password is among the 5,000 most common ones of at least ten characters, in small or capital letters.
 * Shorter ones are refused for their length. The list is a file: nothing is asked of anybody.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
  return common.has(password.toLowerCase())
}

export const commonPasswordMessage = 'is one of the most common passwords, which are guessed first; choose another'
