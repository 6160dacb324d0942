import type { PinnedRemote } from '@interline/federation/runtime'
import { Icon } from '@interline/shared/ui'
import { useSay } from '../messages.ts'

const versionOf = ({ descriptor }: PinnedRemote) => `${descriptor.version}-${descriptor.build}`

/** Above a screen that runs its last known good version. */
export function FallbackNote({ title, meant, running }: { title: string; meant: PinnedRemote; running: PinnedRemote }) {
  const say = useSay()
  return (
    <p className="il-remote-note" role="status">
      <Icon id="info" size={16} />
      <span title={say('remote.fallbackVersions', { meant: versionOf(meant), running: versionOf(running) })}>{say('remote.fallback', { title })}</span>
    </p>
  )
}
