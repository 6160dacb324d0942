import { useId, useState } from 'react'
import { idOf, logFailure } from '@interline/shared/api'
import { usePermitted } from '@interline/shared/session'
import { RowSwitch } from '@interline/shared/table'
import { isConflict, isOutcomeUnknown, offerUndo } from '@interline/shared/ui'
import type { Dialogs } from '@interline/shared/ui'
import { reloading, reloadLists, verifyDriver } from '../api.ts'
import { isVerified, nameOf, revisionOf } from '../driver-row.ts'
import type { DriverRow } from '../driver-row.ts'
import { reasonOf } from '../failure-reason.ts'
import { t } from '../messages.ts'
import { shortcomingsOf, takesReason } from '../shortcomings.ts'
import { ReasonForm, reasonIn, ShortcomingsLine } from './reason-form.tsx'
import { rememberFocus } from './return-focus.ts'
import * as styles from './verify.module.css'

/**
 * SPEC §4, Driver profile approval: asks first, then sends the target that was asked about. Whoever verifies a driver
 * whose documents are not in order reads so and, where the backend takes a reason, gives one.
 */
export function VerifySwitch({ driver, dialogs }: { driver: DriverRow; dialogs: Dialogs }) {
  const [target, setTarget] = useState<boolean | null>(null)
  const driver_id = idOf(driver._id)
  const formId = useId()

  const isReviewed = usePermitted('reviews:write')

  async function toggle(control: HTMLElement) {
    if (target !== null || driver_id === null) return
    const is_driver_profile_approved = !isVerified(driver)
    const title = is_driver_profile_approved ? t('verify.grant') : t('verify.remove')
    const shortcomings = is_driver_profile_approved ? shortcomingsOf(driver) : []
    const isAsked = shortcomings.length > 0 && takesReason(driver)
    let reason = ''
    const text = (
      <>
        {nameOf(driver)}
        {isAsked && <ReasonForm id={formId} shortcomings={shortcomings} />}
        {!isAsked && shortcomings.length > 0 && <ShortcomingsLine of={shortcomings} />}
      </>
    )
    const form = { id: formId, isComplete: () => (reason = reasonIn(formId)) !== '' }
    if (!(await dialogs.confirm({ title, text, ...(isAsked && { form }) }))) return
    const goBack = rememberFocus(control)
    setTarget(is_driver_profile_approved)
    try {
      await verifyDriver({ driver_id, is_driver_profile_approved, ...revisionOf(driver), ...(reason && { reason }) })
      await Promise.all([reloadLists(), dialogs.success(t('verify.saved'), t('verify.savedText'))])
      const name = nameOf(driver)
      void offerUndo({
        title: t(is_driver_profile_approved ? 'undo.verified' : 'undo.unverified'),
        detail: name,
        undone: t(is_driver_profile_approved ? 'undo.isUnverified' : 'undo.isVerified', { name }),
        undo: async () => {
          const { takeBackVerify } = await import('../undo/take-back.ts')
          await reloading(takeBackVerify(driver, { isReviewed }))
        },
      })
    } catch (error) {
      // Nothing is shown as saved while the reason is told.
      setTarget(null)
      logFailure('Verifying a driver', error)
      // Without a connection the lists come when it is back; who tries again then is not kept waiting for them.
      if (isOutcomeUnknown(error)) void reloadLists()
      const reload = isConflict(error) ? reloadLists() : undefined
      await Promise.all([reload, dialogs.failure(t('verify.error'), <FailureText error={error} />, error)])
    } finally {
      setTarget(null)
      goBack()
    }
  }

  return (
    <RowSwitch
      label={t('actions.verify', { name: nameOf(driver) })}
      on={target ?? isVerified(driver)}
      busy={target !== null}
      disabled={driver_id === null}
      onToggle={(control) => void toggle(control)}
    />
  )
}

function FailureText({ error }: { error: unknown }) {
  return (
    <>
      <p className={styles.line}>{t('verify.errorText')}</p>
      <p className={`${styles.line} ${styles.soft}`}>{reasonOf(error)}</p>
      {isOutcomeUnknown(error) && <p className={`${styles.line} ${styles.soft}`}>{t('verify.outcomeUnknown')}</p>}
    </>
  )
}
