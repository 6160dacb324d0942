import type { PinnedRemote } from '@interline/federation/runtime'
import { Icon } from '@interline/shared/ui'
import { useT } from '../messages.ts'
import * as styles from './remote.module.css'

const versionOf = ({ descriptor }: PinnedRemote) => `${descriptor.version}-${descriptor.build}`

/** Above a screen that runs its last known good version. */
export function FallbackNote({ title, meant, running }: { title: string; meant: PinnedRemote; running: PinnedRemote }) {
  const t = useT()
  return (
    <p className={styles.note} role="status">
      <Icon id="info" size={16} />
      <span title={t('remote.fallbackVersions', { meant: versionOf(meant), running: versionOf(running) })}>
        {t('remote.fallback', { title })}
      </span>
    </p>
  )
}
