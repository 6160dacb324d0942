import type { Search } from '@interline/shared/contract'

/** A text with what was searched for marked: the words, and the digits of a phone however it is written. */
export function Marked({ text, search }: { text: string; search: Search }) {
  const pattern = patternOf(search)
  if (!pattern) return <>{text}</>
  // Split by what is in brackets, each second part is a match.
  return <>{text.split(pattern).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))}</>
}

function patternOf({ words, digits }: Search): RegExp | null {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const asPhone = digits === null ? [] : [[...digits].join('[^0-9]*')]
  // The longest first, so that a word that begins with another one is marked as a whole.
  const parts = [...asPhone, ...escaped].sort((a, b) => b.length - a.length)
  return parts.length > 0 ? new RegExp(`(${parts.join('|')})`, 'giu') : null
}
