import { useState } from 'react'
import { pinnedAt, type Release, type Remotes } from '@interline/federation/runtime'
import { formatDateTime } from '@interline/shared/time'
import { useTimeZone } from '@interline/shared/session'
import { DetailsModal, type DetailsRow } from '@interline/shared/forms'
import { useLocation } from '@interline/shared/router'
import { t } from '../messages.ts'
import { closeDialog } from '../open-dialog.ts'

/** The part that draws this screen, with its version, its release and its owner. */
export function AboutFacts({ release, remotes }: { release: Release; remotes: Remotes }) {
  const [open, setOpen] = useState(true)
  const timeZone = useTimeZone()
  const { pathname } = useLocation()
  return (
    <DetailsModal
      title={t('about.title')}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={closeDialog}
      rows={factsOf(timeZone, release, remotes, pathname)}
    />
  )
}

function factsOf(timeZone: string, release: Release, remotes: Remotes, pathname: string): DetailsRow[] {
  const pinned = pinnedAt(release, pathname)
  const running = pinned && remotes.peek(pinned.descriptor.name)
  const { url, descriptor } = running?.version ?? pinned ?? release.shell
  const version = ({ version, build }: { version: string; build: string }) => `${version}-${build}`
  return [
    [t('about.part'), `${descriptor.title} (${descriptor.name})`],
    [t('about.version'), version(descriptor)],
    ...(pinned && running?.insteadOf ? [[t('about.insteadOf'), version(pinned.descriptor)] as const] : []),
    [t('about.owner'), descriptor.owner],
    [t('about.origin'), new URL(url).origin],
    [t('about.release'), `${release.number} · ${formatDateTime(release.createdAt, timeZone)}`],
    [t('about.shell'), version(release.shell.descriptor)],
  ]
}
