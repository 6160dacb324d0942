import { Button } from 'antd'
import { t } from '../i18n/texts.ts'
import { failureReason } from './feedback/failure-reason.ts'
import { holdFocus } from './hold-focus.ts'
import { Icon } from './icon.tsx'
import { afterAMoment } from './loading-delay.ts'
import { RequestId } from './request-id.tsx'

type ErrorStateProps = {
  /** The part that failed, as the subject of `… could not be loaded`. */
  what: string
  error: unknown
  onRetry?: () => void
  retrying?: boolean
}

/** A list or card shows this when it could not be loaded: what, why, Retry, and the request id for a support call. */
export function ErrorState({ what, error, onRetry, retrying = false }: ErrorStateProps) {
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
