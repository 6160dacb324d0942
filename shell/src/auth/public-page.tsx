import type { ReactNode } from 'react'
import { readSettings } from '@interline/shared/session'
import { BrandMark } from '../first-screen/brand.tsx'
import { t } from '../messages.ts'
import { useTabTitle } from '../errors/tab-title.ts'
import { LineMap } from './line-map.tsx'
import * as styles from './public-page.module.css'

/** The ground of the screens before signing in: the brand's panel beside one form. */
export function PublicPage({ title, subtitle, children }: { title: string; subtitle?: string; children: ReactNode }) {
  useTabTitle(title)
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <p className={styles.name}>
          <BrandMark size={36} />
          <span>{t('product')}</span>
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
