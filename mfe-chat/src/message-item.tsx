import { createContext, useContext } from 'react'
import type { CustomItemComponentProps } from 'virtua'

/** How many messages the conversation has, and how many of them come before the first that is loaded. */
export const MessageCount = createContext({ before: 0, all: 0 })

/** A place in the list: it says which of how many it is, because only a few of them are in the document. */
export function MessageItem({ index, style, ref, children }: CustomItemComponentProps) {
  const { before, all } = useContext(MessageCount)
  return (
    <li ref={ref} style={style} aria-posinset={before + index + 1} aria-setsize={all}>
      {children}
    </li>
  )
}
