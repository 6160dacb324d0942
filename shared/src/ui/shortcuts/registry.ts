import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { create } from 'zustand'

/** A key of a screen, and what it does there. */
export type Shortcut = {
  /**
   * The key as the browser names it, in lower case: `j`, `?`, `enter`. Two with a space between are pressed one after
   * the other, `g d`; with `shift+` in front of a letter both at once; `mod+` is Ctrl, and Command on a Mac.
   */
  key: string
  /** Its act in words, for the list of shortcuts: `Approve and go on`. */
  text: string
  /** Heading of the list that it stands under; the screen's own without one. */
  group?: string
  /** An element of the dialog that it belongs to: with a dialog open only that one's shortcuts work. */
  within?: RefObject<HTMLElement | null>
  /** Whether holding the key down repeats it. */
  repeats?: boolean
  /** Returns false when there was nothing to do: the key is left to the browser then. */
  run: () => unknown
}

const registered = new Set<RefObject<Shortcut | null>>()

/** All shortcuts of what is on screen; those that came last are first. */
export const currentShortcuts = (): Shortcut[] =>
  [...registered].reverse().flatMap(({ current }) => (current ? [current] : []))

/**
 * Gives the screen a shortcut while the component is shown; null gives none. It does nothing while somebody types,
 * while a dialog is over the screen, or where single keys are switched off in Preferences.
 */
export function useShortcut(shortcut: Shortcut | null): void {
  const latest = useRef(shortcut)
  // Before it is painted: a key pressed at once acts on what is shown, not on what was.
  useLayoutEffect(() => {
    latest.current = shortcut
  })
  useLayoutEffect(() => {
    registered.add(latest)
    return () => void registered.delete(latest)
  }, [])
}

/** Whether keys are listened to: not before the first screen stands. What brings shortcuts alone can wait for it. */
export const useShortcutsReady = create(() => false)
