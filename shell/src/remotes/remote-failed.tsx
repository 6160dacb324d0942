import { RemoteError, toError, type PinnedRemote } from '@interline/federation/runtime'
import { Button, holdFocus, Icon } from '@interline/shared/ui'
import { useT } from '../messages.ts'
import { useAboutScreen } from '../releases/about-screen.tsx'
import { useTabTitle } from '../page/tab-title.ts'
import { MissingScreenError } from './failures/missing-screen.tsx'
import * as styles from './remote.module.css'

type RemoteFailedProps = { pinned: PinnedRemote; error: unknown; attempt: number; onRetry: () => void }

/**
 * Shown instead of a screen whose remote did not load or threw: which section, whose, which version, what happened,
 * and Retry.
 */
export function RemoteFailed({ pinned: { url, descriptor }, error, attempt, onRetry }: RemoteFailedProps) {
  const t = useT()
  const about = useAboutScreen()
  const kind = kindOf(error)
  const title = t('remote.unavailable', { title: descriptor.title })
  useTabTitle(title)
  return (
    <section ref={holdFocus} className={`il-card ${styles.failed}`} role="alert">
      <span className={styles.art} aria-hidden="true">
        <Icon id="warning" size={22} />
      </span>
      <h1>{title}</h1>
      <p>
        {t(`remote.${kind}`)} {t('remote.owner', { owner: descriptor.owner })}
      </p>
      <div className={styles.actions}>
        <Button type="primary" icon={<Icon id="refresh" />} onClick={onRetry}>
          {t('retry')}
        </Button>
        <Button onClick={about}>{t('about.title')}</Button>
        {attempt > 0 && <Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
      </div>
      {kind === 'broken' && (
        <dl>
          <dt>{t('remote.said')}</dt>
          <dd>{firstLine(toError(error).message)}</dd>
        </dl>
      )}
      <p className={styles.facts}>
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
