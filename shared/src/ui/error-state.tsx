import { Button } from 'antd'
import { useMessages } from '../i18n/messages.ts'
import { failureReason } from './feedback/failure-reason.ts'
import { holdFocus } from './hold-focus.ts'
import { Icon } from './icon.tsx'
import { afterAMoment } from './loading-delay.ts'
import { RequestId } from './request-id.tsx'

type ErrorStateProps = {
  /** What failed, as the subject of `… could not be loaded`. */
  what: string
  error: unknown
  onRetry?: () => void
  retrying?: boolean
}

/** What a list or card shows when it could not be loaded: what, why, Retry, and the request id for a support call. */
export function ErrorState({ what, error, onRetry, retrying = false }: ErrorStateProps) {
  const t = useMessages('shared')
  return (
    <div ref={holdFocus} className="il-state" data-kind="failed" role="alert">
      <span className="il-state-stop" aria-hidden="true">
        <Icon id="warning" size={22} />
      </span>
      <p className="il-state-title">{t('failed.title', { what })}</p>
      <p className="il-state-text">{failureReason(error)}</p>
      {onRetry && (
        <Button type="primary" onClick={onRetry} loading={retrying && afterAMoment}>
          {t('retry')}
        </Button>
      )}
      <RequestId error={error} />
    </div>
  )
}
