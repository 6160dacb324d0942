import { useLayoutEffect, useRef } from 'react'
import { Button } from 'antd'
import { useMessages } from '../i18n/messages.ts'
import { failureReason } from './feedback/failure-reason.ts'
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

/** The heading or section that has the focus of a Retry, which goes while what failed is loaded again. */
let handedTo: HTMLElement | null = null

/** Keeps the focus near Retry: where it goes, on what it is about; where it comes again, on it. */
function useFocusOfRetry() {
  const retry = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = retry.current
    const target = button?.closest('section, main')?.querySelector<HTMLElement>('h1, h2')
    if (!target) return
    if (handedTo === target && document.activeElement === target) button?.focus()
    return () => {
      if (document.activeElement !== button) return
      target.tabIndex = -1
      target.focus({ preventScroll: true })
      handedTo = target
    }
  }, [])
  return retry
}

/** What a list or card shows when it could not be loaded: what, why, Retry, and the request id for a support call. */
export function ErrorState({ what, error, onRetry, retrying = false }: ErrorStateProps) {
  const t = useMessages('shared')
  const retry = useFocusOfRetry()
  return (
    <div className="il-state" data-kind="failed" role="alert">
      <span className="il-state-stop" aria-hidden="true">
        <Icon id="warning" size={22} />
      </span>
      <p className="il-state-title">{t('failed.title', { what })}</p>
      <p className="il-state-text">{failureReason(error)}</p>
      {onRetry && (
        <Button ref={retry} type="primary" onClick={onRetry} loading={retrying && afterAMoment}>
          {t('retry')}
        </Button>
      )}
      <RequestId error={error} />
    </div>
  )
}
