import { createContext, useContext } from 'react'
import type { CustomItemComponentProps } from 'virtua'

/** How many messages the conversation has. */
export const MessageCount = createContext(0)

/** A place in the list: it says which of how many it is, because only a few of them are in the document. */
export function MessageItem({ index, style, ref, children }: CustomItemComponentProps) {
  return (
    <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={useContext(MessageCount)}>
      {children}
    </li>
  )
}
