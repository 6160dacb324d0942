import type { Release } from '@interline/federation/runtime'
import { Button, Icon } from '@interline/shared/ui'
import { Popover } from '../page/popover.tsx'
import { useT } from '../messages.ts'
import { leaveCanary } from './canary-cookies.ts'
import * as styles from './canary-mark.module.css'

/** Marks a page that runs a canary, and lets its administrator leave it; nothing in a page of the live release. */
export function CanaryMark({ release: { number, canary } }: { release: Release }) {
  const t = useT()
  if (!canary) return null
  return (
    <Popover
      className={styles.panel}
      buttonClassName={styles.button}
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
          <p>{t('canary.text', { before: canary.of })}</p>
          <Button type="primary" onClick={() => leaveCanary(canary.salt)}>
            {t('canary.leave')}
          </Button>
        </>
      )}
    </Popover>
  )
}
