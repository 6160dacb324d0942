import { createContext, use, useMemo, useState, type ReactNode } from 'react'
import type { Release, Remotes } from '@interline/federation/runtime'
import { lazyWithRetry } from '@interline/shared/ui'

const AboutFacts = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "dialogs" */ './about-facts.tsx')).AboutFacts,
)

const AboutScreen = createContext<() => void>(() => undefined)

/** Opens "About this screen". */
export const useAboutScreen = () => use(AboutScreen)

/**
 * Lets everything inside open "About this screen": which part draws it, in which version and release, and who owns it.
 */
export function AboutScreenProvider({
  release,
  remotes,
  children,
}: {
  release: Release
  remotes: Remotes
  children: ReactNode
}) {
  const [isRequested, setRequested] = useState(false)
  const [open, setOpen] = useState(false)
  const show = useMemo(
    () => () => {
      setRequested(true)
      setOpen(true)
    },
    [],
  )
  return (
    <AboutScreen value={show}>
      {children}
      {isRequested && <AboutFacts release={release} remotes={remotes} open={open} onClose={() => setOpen(false)} />}
    </AboutScreen>
  )
}
