import { session } from '@interline/shared/session'
import { Button, Icon } from '@interline/shared/ui'
import { PublicPage } from '../auth/public-page.tsx'
import { logOut } from '../layout/header/log-out.ts'
import { OwnSecondFactor } from './own-second-factor.tsx'
import { t } from './texts.ts'
import * as styles from './second-factor.module.css'

/** In the place of every screen, for who is to set up a second factor first. What was on screen stays behind it. */
export function SetUpPage() {
  return (
    <PublicPage title={t('setUpTitle')} subtitle={t('setUpText')}>
      <div className={styles.alone}>
        <OwnSecondFactor onReady={() => session.getState().factorSetUp()} />
      </div>
      <Button type="link" className={styles.back} icon={<Icon id="log-out" size={18} />} onClick={() => void logOut()}>
        {t('logOut')}
      </Button>
    </PublicPage>
  )
}
