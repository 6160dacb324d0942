import { session } from '@interline/shared/session'
import { Button, Icon } from '@interline/shared/ui'
import { PublicPage } from './public-page.tsx'
import { logOut } from './log-out.ts'
import { OwnSecondFactor } from '../second-factor/own-second-factor.tsx'
import { t } from '../second-factor/texts.ts'
import * as styles from '../second-factor/second-factor.module.css'

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
