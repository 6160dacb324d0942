import { useLayoutEffect, useState } from 'react'
import { useLeaveGuard } from '@interline/shared/forms'
import { lazyWithRetry, PageTitle } from '@interline/shared/ui'
import { announceFirstScreen } from '../first-screen/loader.ts'
import { TitledCard } from './titled-card.tsx'
import { t } from './texts.ts'
import { OwnName } from './own-name.tsx'
import { OwnNotifications } from './own-notifications.tsx'
import { OwnPicture } from './own-picture.tsx'
import { OwnPassword } from './own-password.tsx'
import { OwnSessions } from './own-sessions.tsx'
import * as styles from './my-account.module.css'

const OwnSecondFactor = lazyWithRetry(
  async () =>
    (await import(/* webpackChunkName: "second-factor" */ '../second-factor/own-second-factor.tsx')).OwnSecondFactor,
)

/** An administrator's own name, password, second factor, notifications and sessions. */
export function MyAccount() {
  useLayoutEffect(announceFirstScreen, [])
  const [isPictureUnsaved, setPictureUnsaved] = useState(false)
  const [isNameUnsaved, setNameUnsaved] = useState(false)
  const [isPasswordUnsaved, setPasswordUnsaved] = useState(false)
  // The page is gone once it is left, and all that was entered with it.
  useLeaveGuard(isPictureUnsaved || isNameUnsaved || isPasswordUnsaved, () => undefined)
  return (
    <div className={styles.account}>
      <PageTitle title={t('account.title')} />
      <TitledCard title={t('account.picture')}>
        <OwnPicture onUnsaved={setPictureUnsaved} />
      </TitledCard>
      <TitledCard title={t('account.name')}>
        <OwnName onUnsaved={setNameUnsaved} />
      </TitledCard>
      <TitledCard title={t('account.password')}>
        <OwnPassword onUnsaved={setPasswordUnsaved} />
      </TitledCard>
      <TitledCard title={t('account.secondFactor')}>
        <OwnSecondFactor />
      </TitledCard>
      <TitledCard title={t('account.notifications')}>
        <OwnNotifications />
      </TitledCard>
      <TitledCard title={t('account.sessions')}>
        <OwnSessions />
      </TitledCard>
    </div>
  )
}
