import { afterAMoment, Button, Icon, useShortcut } from '@interline/shared/ui'
import type { ButtonProps } from '@interline/shared/ui'
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

/** The acts for the driver that is shown, each under a key of its own too. */
export function Acts({ acts, busy, canDecide, hasCurrent, hasPrevious, count, result, unseen }: ActsProps) {
  const button = (act: Act, shortcut: string, text: string, more: ButtonProps = {}) => (
    <KeyButton {...more} {...{ shortcut, text }} run={acts[act]} loading={busy === act && afterAMoment} />
  )
  return (
    <div className={styles.acts} role="group" aria-label={t('acts.label')}>
      <span className="il-count" role="status">
        {count}
      </span>
      <div className={styles.said}>
        <p role="status">{result}</p>
        {unseen && (
          <p id="queue-unseen" className="il-soft">
            {unseen}
          </p>
        )}
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

type KeyButtonProps = ButtonProps & { shortcut: string; text: string; run: () => unknown }

function KeyButton({ shortcut, text, run, ...button }: KeyButtonProps) {
  useShortcut({ key: shortcut.toLowerCase(), text, run })
  return (
    <Button {...button} aria-keyshortcuts={shortcut} onClick={run}>
      <span>{text}</span>
      <kbd aria-hidden="true">{shortcut}</kbd>
    </Button>
  )
}
