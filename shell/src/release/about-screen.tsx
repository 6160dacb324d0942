import { createContext, use, useMemo, useState, type ReactNode } from 'react'
import { matchesRoute, type Release, type Remotes } from '@interline/federation/runtime'
import { formatChatTime, useTimeZone } from '@interline/shared'
import { useLocation } from '@interline/shared/router'
import { DetailsModal, type DetailsRow } from '@interline/shared/ui'
import { useSay } from '../messages.ts'

const AboutScreen = createContext<() => void>(() => undefined)

/** Opens "About this screen". */
export const useAboutScreen = () => use(AboutScreen)

/** Lets everything inside open "About this screen": which part draws it, in which version and release, and who owns it. */
export function AboutScreenProvider({ release, remotes, children }: { release: Release; remotes: Remotes; children: ReactNode }) {
  const say = useSay()
  const timeZone = useTimeZone()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const show = useMemo(() => () => setOpen(true), [])
  return (
    <AboutScreen value={show}>
      {children}
      <DetailsModal title={say('about.title')} open={open} onClose={() => setOpen(false)} rows={open ? factsOf(say, timeZone, release, remotes, pathname) : []} />
    </AboutScreen>
  )
}

function factsOf(say: ReturnType<typeof useSay>, timeZone: string, release: Release, remotes: Remotes, pathname: string): DetailsRow[] {
  const pinned = Object.values(release.remotes).find(({ descriptor }) => descriptor.routes.some((route) => matchesRoute(route, pathname)))
  const running = pinned && remotes.peek(pinned.descriptor.name)
  const { url, descriptor } = running?.version ?? pinned ?? release.shell
  const version = ({ version, build }: { version: string; build: string }) => `${version}-${build}`
  return [
    [say('about.part'), `${descriptor.title} (${descriptor.name})`],
    [say('about.version'), version(descriptor)],
    ...(pinned && running?.insteadOf ? [[say('about.insteadOf'), version(pinned.descriptor)] as const] : []),
    [say('about.owner'), descriptor.owner],
    [say('about.origin'), new URL(url).origin],
    [say('about.release'), `${release.number} · ${formatChatTime(release.createdAt, timeZone)}`],
    [say('about.shell'), version(release.shell.descriptor)],
  ]
}
