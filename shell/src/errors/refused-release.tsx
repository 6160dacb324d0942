import { useLayoutEffect } from 'react'
import { ReleaseRefused } from '@interline/federation/runtime'
import { Button, Icon, InterlineProvider } from '@interline/shared/ui'
import { announceFirstScreen } from '../page/loader.ts'
import { useT } from '../messages.ts'
import { useTabTitle } from '../page/tab-title.ts'
import * as styles from './fatal.module.css'

/** The only screen when this page's release is not to be trusted: nothing else of it is started. */
export function RefusedRelease({ error }: { error: unknown }) {
  const t = useT()
  const code = error instanceof ReleaseRefused ? error.code : 'failed'
  useTabTitle(t('refused.heading'))
  useLayoutEffect(announceFirstScreen, [])
  return (
    <InterlineProvider>
      <main className={styles.page}>
        <span className={styles.icon} aria-hidden="true">
          <Icon id="warning" size={26} />
        </span>
        <div role="alert" data-violation={code}>
          <h1>{t('refused.heading')}</h1>
          <p>{t(`refused.${code}`)}</p>
          <p>{t('refused.advice')}</p>
        </div>
        <div className={styles.actions}>
          <Button type="primary" onClick={() => window.location.reload()}>
            {t('reload')}
          </Button>
        </div>
        <p className={styles.fact}>
          {t('refused.fact', { code, fact: error instanceof Error ? error.message : String(error) })}
        </p>
      </main>
    </InterlineProvider>
  )
}
