import type { Release } from '@interline/federation/runtime'
import { Button, Icon, Popover } from '@interline/shared/ui'
import { t } from '../messages.ts'
import { leaveCanary } from './canary-cookies.ts'
import * as styles from './canary-mark.module.css'

/** Marks a page that runs a canary, and lets its administrator leave it; nothing in a page of the live release. */
export function CanaryMark({ release: { number, canary } }: { release: Release }) {
  if (!canary) return null
  return (
    <Popover
      className={`il-button il-button-pill ${styles.button}`}
      panelClassName={styles.panel}
      label={t('canary.title', { number })}
      button={
        <>
          <Icon id="flag" size={16} />
          <span className={styles.text}>{t('canary.mark')}</span>
        </>
      }
    >
      {() => (
        <>
          <h2>{t('canary.title', { number })}</h2>
          <p className="il-soft">{t('canary.text', { before: canary.of })}</p>
          <Button type="primary" onClick={() => leaveCanary(canary.salt)}>
            {t('canary.leave')}
          </Button>
        </>
      )}
    </Popover>
  )
}
