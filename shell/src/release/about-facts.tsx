import { pinnedAt, type Release, type Remotes } from '@interline/federation/runtime'
import { formatChatTime, useTimeZone } from '@interline/shared'
import { DetailsModal, type DetailsRow } from '@interline/shared/kit'
import { useLocation } from '@interline/shared/router'
import { useSay } from '../messages.ts'

type AboutFactsProps = { release: Release; remotes: Remotes; open: boolean; onClose: () => void }

/** Which part draws this screen, in which version and release, and who owns it. */
export function AboutFacts({ release, remotes, open, onClose }: AboutFactsProps) {
  const say = useSay()
  const timeZone = useTimeZone()
  const { pathname } = useLocation()
  return <DetailsModal title={say('about.title')} open={open} onClose={onClose} rows={open ? factsOf(say, timeZone, release, remotes, pathname) : []} />
}

function factsOf(say: ReturnType<typeof useSay>, timeZone: string, release: Release, remotes: Remotes, pathname: string): DetailsRow[] {
  const pinned = pinnedAt(release, pathname)
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
