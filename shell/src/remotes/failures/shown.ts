import { createContext } from 'react'

export type Shown = {
  /** Whether the screen is the one on the page, and not one that is kept. */
  isShown: boolean
  /** Drops a screen that threw while it was hidden, or being hidden. */
  onThrownHidden: (error: unknown) => void
}

export const ShownContext = createContext<Shown>({ isShown: true, onThrownHidden: () => undefined })
