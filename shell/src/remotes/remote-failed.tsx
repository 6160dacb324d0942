import { RemoteError, toError, type PinnedRemote } from '@interline/federation/runtime'
import { Button, holdFocus, Icon } from '@interline/shared/ui'
import { t } from '../messages.ts'
import { openDialog } from '../open-dialog.ts'
import { useTabTitle } from '../errors/tab-title.ts'
import * as styles from './remote.module.css'

type RemoteFailedProps = { pinned: PinnedRemote; error: unknown; attempt: number; onRetry: () => void }

/**
 * Shown instead of a screen whose remote did not load or threw: which section, whose, which version, what happened,
 * and Retry.
 */
export function RemoteFailed({ pinned: { url, descriptor }, error, attempt, onRetry }: RemoteFailedProps) {
  const kind = kindOf(error)
  const title = t('remote.unavailable', { title: descriptor.title })
  useTabTitle(title)
  return (
    <section ref={holdFocus} className={`il-card il-state ${styles.failed}`} data-kind="failed" role="alert">
      <span className="il-state-stop" aria-hidden="true">
        <Icon id="warning" size={22} />
      </span>
      <h1>{title}</h1>
      <p className="il-state-text">
        <span>{t(`remote.${kind}`)}</span> <span>{t('remote.owner', { owner: descriptor.owner })}</span>
      </p>
      <div className="il-state-acts">
        <Button type="primary" icon={<Icon id="refresh" />} onClick={onRetry}>
          {t('retry')}
        </Button>
        <Button onClick={() => openDialog('about')}>{t('about.title')}</Button>
        {attempt > 0 && <Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
      </div>
      {kind === 'broken' && (
        <dl>
          <dt>{t('remote.said')}</dt>
          <dd>{firstLine(toError(error).message)}</dd>
        </dl>
      )}
      <p className={`il-hint ${styles.facts}`}>
        {t('remote.facts', {
          name: descriptor.name,
          version: `${descriptor.version}-${descriptor.build}`,
          origin: new URL(url).origin,
        })}
      </p>
    </section>
  )
}

function kindOf(error: unknown): RemoteError['kind'] | 'missing' {
  if (error instanceof MissingScreenError) return 'missing'
  if (!(error instanceof RemoteError)) return 'broken'
  return error.cause instanceof MissingScreenError ? 'missing' : error.kind
}

const firstLine = (text: string) => (text.split('\n').find((line) => line.trim() !== '') ?? '').slice(0, 300)

/** A remote's code has no screen for a path that its descriptor promises. */
class MissingScreenError extends Error {
  constructor(path: string) {
    super(`No screen at ${path}`)
  }
}

/** Takes the place of a screen that a remote promises and does not have: it fails as that screen would. */
export function MissingScreen({ path }: { path: string }): never {
  throw new MissingScreenError(path)
}
