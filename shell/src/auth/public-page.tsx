import { useLayoutEffect, type ReactNode } from 'react'
import { readSettings } from '@interline/shared/session'
import { BrandMark } from '../page/brand.tsx'
import { announceFirstScreen } from '../page/loader.ts'
import { useT } from '../messages.ts'
import { useTabTitle } from '../page/tab-title.ts'
import { LineMap } from './line-map.tsx'
import * as styles from './public-page.module.css'

/** The ground of the screens before signing in: the brand's panel beside one form. */
export function PublicPage({ title, subtitle, children }: { title: string; subtitle?: string; children: ReactNode }) {
  const t = useT()
  useTabTitle(title)
  useLayoutEffect(announceFirstScreen, [])
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <p className={styles.name}>
          <BrandMark size={36} />
          {t('product')}
        </p>
        <LineMap />
        <div className={styles.words}>
          <p className={styles.line}>{t('brand.line')}</p>
          <p>{t('brand.text')}</p>
        </div>
      </header>
      <main className={styles.main}>
        <div className={styles.content}>
          <h1>{title}</h1>
          {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
          {children}
        </div>
        <p className={styles.foot}>{t('copyright', { year: readSettings().footerYear })}</p>
      </main>
    </div>
  )
}
