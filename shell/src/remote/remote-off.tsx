import { useLayoutEffect } from 'react'
import type { PinnedRemote } from '@interline/federation/runtime'
import { Icon } from '@interline/shared/ui'
import { announceFirstScreen } from '../loader.ts'
import { useSay } from '../messages.ts'
import { useTabTitle } from '../tab-title.ts'
import './remote.css'

/** Stands in for a remote that a release manager switched off, with what they want to tell. */
export function RemoteOff({ pinned: { descriptor }, message }: { pinned: PinnedRemote; message: string }) {
  const say = useSay()
  const title = say('remote.off', { title: descriptor.title })
  useTabTitle(title)
  useLayoutEffect(announceFirstScreen, [])
  return (
    <section className="il-card il-remote-failed" aria-labelledby="il-remote-off">
      <span className="il-remote-failed-art" data-kind="off" aria-hidden="true">
        <Icon id="lock" size={22} />
      </span>
      <h1 id="il-remote-off">{title}</h1>
      <p>{message}</p>
    </section>
  )
}
