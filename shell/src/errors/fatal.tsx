import { useLayoutEffect } from 'react'
import { Button, Icon } from '@interline/shared/ui'
import { announceFirstScreen } from '../page/loader.ts'
import { useT } from '../messages.ts'
import { useTabTitle } from '../page/tab-title.ts'
import * as styles from './fatal.module.css'

/** What is left when the shell itself fails (SPEC §8). */
export function Fatal({ message }: { message: string }) {
  const t = useT()
  useTabTitle(t('error.heading'))
  useLayoutEffect(announceFirstScreen, [])
  return (
    <main className={styles.page}>
      <span className={styles.icon} aria-hidden="true">
        <Icon id="warning" size={26} />
      </span>
      <h1>{t('error.heading')}</h1>
      <p>{message || t('error.unknown')}</p>
      <div className={styles.actions}>
        <Button type="primary" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
        <Button href="/">{t('error.home')}</Button>
      </div>
    </main>
  )
}
