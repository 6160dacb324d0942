import { safeHref } from '@interline/shared/ui'
import * as styles from './message.module.css'

const address = /https?:\/\/[^\s<>"'`]+/gi

type Piece = { text: string; href: string | null }

/** Splits a message into text and http(s) links. What ends a sentence is no part of a link. */
export function splitLinks(message: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const found of message.matchAll(address)) {
    const text = found[0].replace(/[.,;:!?)\]}]+$/, '')
    const href = safeHref(text)
    if (href === null) continue
    if (found.index > done) pieces.push({ text: message.slice(done, found.index), href: null })
    pieces.push({ text, href })
    done = found.index + text.length
  }
  if (done < message.length) pieces.push({ text: message.slice(done), href: null })
  return pieces
}

/** A message as it was written: text, never markup. */
export const MessageText = ({ text }: { text: string }) => (
  <p className={styles.text}>
    {splitLinks(text).map(({ text: piece, href }, at) =>
      href === null ? (
        piece
      ) : (
        <a key={at} href={href} target="_blank" rel="noopener noreferrer">
          {piece}
        </a>
      ),
    )}
  </p>
)
