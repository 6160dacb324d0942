import { readSettings } from '@interline/shared/session'
import { Link } from '@interline/shared/router'
import { t } from '../messages.ts'
import * as styles from './layout.module.css'

export function Footer({ release }: { release: number }) {
  return (
    <footer className={styles.footer}>
      <span>{t('copyright', { year: readSettings().footerYear })}</span>
      <Link to="/releases">{t('release', { number: release })}</Link>
    </footer>
  )
}
