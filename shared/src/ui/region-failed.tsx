import { Button } from 'antd'
import { isApiError } from '../api-error.ts'
import { useMessages } from '../messages.ts'
import { Icon } from './icon.tsx'

type RegionFailedProps = {
  /** What failed, as the subject of `… could not be loaded`. */
  what: string
  error: unknown
  onRetry?: () => void
  retrying?: boolean
}

/** What a region shows when it could not be loaded: what, why, Retry, and the request id for a support call. */
export function RegionFailed({ what, error, onRetry, retrying = false }: RegionFailedProps) {
  const say = useMessages('shared')
  const reason = isApiError(error) ? error.kind : 'unknown'
  const requestId = isApiError(error) ? error.requestId : null
  return (
    <div className="il-region" data-kind="failed" role="alert">
      <span className="il-region-stop" aria-hidden="true">
        <Icon id="warning" size={22} />
      </span>
      <p className="il-region-title">{say('failed.title', { what })}</p>
      <p className="il-region-text">{say(`failed.${reason}`)}</p>
      {onRetry && (
        <Button type="primary" onClick={onRetry} loading={retrying}>
          {say('retry')}
        </Button>
      )}
      {requestId !== null && <p className="il-region-id">{say('requestId', { id: requestId })}</p>}
    </div>
  )
}
