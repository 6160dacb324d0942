import { useLayoutEffect } from 'react'
import type { PinnedRemote } from '@interline/federation/runtime'
import { Icon } from '@interline/shared/ui'
import { announceFirstScreen } from '../page/loader.ts'
import { useT } from '../messages.ts'
import { useTabTitle } from '../page/tab-title.ts'
import * as styles from './remote.module.css'

/** Shown instead of a remote that a release manager switched off, with their message. */
export function RemoteOff({ pinned: { descriptor }, message }: { pinned: PinnedRemote; message: string }) {
  const t = useT()
  const title = t('remote.off', { title: descriptor.title })
  useTabTitle(title)
  useLayoutEffect(announceFirstScreen, [])
  return (
    <section className={`il-card ${styles.failed}`} aria-labelledby="il-remote-off">
      <span className={styles.art} data-kind="off" aria-hidden="true">
        <Icon id="lock" size={22} />
      </span>
      <h1 id="il-remote-off">{title}</h1>
      <p>{message}</p>
    </section>
  )
}
