import { Link, useSearchParams } from '@interline/shared/router'
import { setNewPassword } from '../../api.ts'
import { t } from './texts.ts'
import { BackToSignIn } from './forgot-password.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { PublicPage } from '../public-page.tsx'
import * as styles from '../form.module.css'

/** Where the mail's link leads: sets a new password with the token in its address. */
export function ResetPassword() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  if (token === '') {
    return (
      <PublicPage title={t('reset.noToken')} subtitle={t('reset.noTokenText')}>
        <Link className={`${styles.link} ${styles.back}`} to="/forgot-password">
          {t('reset.again')}
        </Link>
      </PublicPage>
    )
  }
  return (
    <PublicPage title={t('reset.title')} subtitle={t('reset.subtitle')}>
      <NewPasswordForm texts="reset" send={(password) => setNewPassword(token, password)} />
      <BackToSignIn />
    </PublicPage>
  )
}
