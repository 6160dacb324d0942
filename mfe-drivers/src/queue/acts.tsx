import type { ReactNode } from 'react'
import { afterAMoment, Button, Icon } from '@interline/shared/ui'
import { t } from './queue-messages.ts'
import * as styles from './queue.module.css'

type Act = 'approve' | 'reject' | 'next' | 'previous' | 'undo'

type ActsProps = {
  acts: Record<Act, () => unknown>
  busy: Act | null
  canDecide: boolean
  hasCurrent: boolean
  hasPrevious: boolean
  /** How many wait, what came of the last act, and which documents nobody has seen yet; in words. */
  count: string
  result: string
  unseen: string
}

/** What can be done with the driver that is shown, each under a key of its own too. */
export function Acts({ acts, busy, canDecide, hasCurrent, hasPrevious, count, result, unseen }: ActsProps) {
  const button = (act: Act, key: string, text: ReactNode, more: object = {}) => (
    <Button
      {...more}
      aria-keyshortcuts={key}
      loading={busy === act && afterAMoment}
      onClick={() => (busy === null || act === 'undo') && acts[act]()}
    >
      {text}
      <kbd className={styles.key} aria-hidden="true">
        {key}
      </kbd>
    </Button>
  )
  return (
    <div className={styles.acts} role="group" aria-label={t('acts.label')}>
      <span className="il-count" role="status">
        {count}
      </span>
      <div className={styles.said}>
        <p role="status">{result}</p>
        {unseen && <p id="queue-unseen">{unseen}</p>}
      </div>
      <span className={styles.going}>
        {button('previous', 'P', t('acts.previous'), { icon: <Icon id="arrow-left" />, disabled: !hasPrevious })}
        {button('undo', 'U', t('acts.undo'), { icon: <Icon id="refresh" /> })}
        {button('next', 'N', t(canDecide ? 'acts.skip' : 'acts.next'), {
          icon: <Icon id="arrow-right" />,
          disabled: !hasCurrent,
        })}
      </span>
      <span className={styles.deciding}>
        {button('reject', 'R', t('acts.reject'), { danger: true, icon: <Icon id="close" />, disabled: !canDecide })}
        {button('approve', 'A', t('acts.approve'), {
          type: 'primary',
          'aria-describedby': unseen ? 'queue-unseen' : undefined,
          icon: <Icon id="check" />,
          disabled: !canDecide,
        })}
      </span>
    </div>
  )
}
