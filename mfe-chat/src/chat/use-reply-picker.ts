import { useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { usePermitted } from '@interline/shared/session'
import type { ReplyListKeys } from '../canned-replies/reply-list.tsx'

/** The variables of a canned reply that nothing was known for, with their braces. */
export const unfilledIn = (text: string): string[] => text.match(/\{\{\s*[a-z_.]+\s*\}\}/g) ?? []

/** Whether the canned replies are open over an input: after "/" at its start, or when they are asked for. */
export function useReplyPicker(text: string) {
  const mayUse = usePermitted('notes:write')
  const listId = useId()
  const keys = useRef<ReplyListKeys>(null)
  /** The choice while this was the text: by the button, or by Escape. */
  const [asked, setAsked] = useState<{ text: string; open: boolean } | null>(null)
  const [activeId, setActiveId] = useState<string>()
  const wanted = asked?.text === text ? asked.open : null
  const typed = mayUse && wanted !== false ? (/^\/([a-z0-9-]*)$/i.exec(text)?.[1] ?? null) : null
  const isOpen = mayUse && (wanted ?? typed !== null)
  const close = () => setAsked({ text, open: false })

  /** Takes a key of the input that is the list's; the list may still be on its way. */
  function press(event: KeyboardEvent): boolean {
    if (!isOpen) return false
    if (event.key !== 'Escape') return keys.current ? keys.current.press(event) : event.key === 'Enter'
    close()
    return true
  }

  return {
    mayUse,
    isOpen,
    /** The text that was typed after "/"; null when the list was asked for otherwise. */
    query: typed,
    close,
    press,
    toggle: () => setAsked({ text, open: !isOpen }),
    inputProps: mayUse && {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen ? activeId : undefined,
    },
    listProps: { id: listId, query: typed ?? '', keys, onActive: setActiveId },
  }
}
