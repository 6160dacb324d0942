import { RemoteError, type PinnedRemote } from '@interline/federation/runtime'
import { Button, Icon } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { useAboutScreen } from '../release/about-screen.tsx'
import { useTabTitle } from '../tab-title.ts'
import { MissingScreen } from './missing-screen.ts'
import './remote.css'

type RemoteFailedProps = { pinned: PinnedRemote; error: unknown; attempt: number; onRetry: () => void }

/** Stands in for a screen whose remote did not load or threw: which section, which version, what happened, and Retry. */
export function RemoteFailed({ pinned: { url, descriptor }, error, attempt, onRetry }: RemoteFailedProps) {
  const say = useSay()
  const about = useAboutScreen()
  const kind = kindOf(error)
  const title = say('remote.unavailable', { title: descriptor.title })
  useTabTitle(title)
  return (
    <section className="il-card il-remote-failed" role="alert">
      <span className="il-remote-failed-art" aria-hidden="true">
        <Icon id="warning" size={22} />
      </span>
      <h1>{title}</h1>
      <p>{say(`remote.${kind}`)}</p>
      <div className="il-remote-failed-actions">
        <Button type="primary" icon={<Icon id="refresh" />} onClick={onRetry}>
          {say('retry')}
        </Button>
        <Button onClick={about}>{say('about.title')}</Button>
        {attempt > 0 && <Button onClick={() => window.location.reload()}>{say('reload')}</Button>}
      </div>
      {kind === 'broken' && (
        <dl>
          <dt>{say('remote.said')}</dt>
          <dd>{error instanceof Error ? firstLine(error.message) : String(error)}</dd>
        </dl>
      )}
      <p className="il-remote-failed-facts">
        {say('remote.facts', { name: descriptor.name, version: `${descriptor.version}-${descriptor.build}`, origin: new URL(url).origin })}
      </p>
    </section>
  )
}

function kindOf(error: unknown): 'unreachable' | 'broken' | 'missing' {
  if (error instanceof MissingScreen) return 'missing'
  return error instanceof RemoteError ? error.kind : 'broken'
}

const firstLine = (text: string) => (text.split('\n').find((line) => line.trim() !== '') ?? '').slice(0, 300)
