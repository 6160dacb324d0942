import { trimmed } from '@interline/shared/contract'
import type { StoredType } from './checks/check-document.ts'

const mostCharacters = 150

/**
 * The name of an uploaded file, made safe to show and to save under: one line without path, without marks that turn the
 * direction of text or are not seen, and with the ending of what the file is.
 */
export function documentName(given: string | undefined, type: StoredType): string {
  const shown = (given ?? '')
    // Half of a surrogate pair cannot be encoded.
    .replace(/\p{Cs}/gu, '\uFFFD')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    // Joiners belong to words of some languages; all other characters of format only hide or turn something.
    .replace(/(?![\u200C\u200D])\p{Cf}/gu, '')
    .replace(/^.*[/\\]/s, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
  const ending = type === 'jpg' ? /\.jpe?g$/i : new RegExp(`\\.${type}$`, 'i')
  const own = ending.exec(shown)?.[0]
  const stem = own === undefined ? shown : shown.slice(0, -own.length)
  const short = [...stem].slice(0, mostCharacters).join('')
  return `${trimmed(short) || 'document'}${own ?? `.${type}`}`
}
