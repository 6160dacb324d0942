import { useId } from 'react'
import { idOf, isConflict, isOutcomeUnknown, useChange } from '@interline/shared/api'
import { usePermitted } from '@interline/shared/session'
import { RowSwitch } from '@interline/shared/list'
import { failureReason, useDialogs } from '@interline/shared/ui'
import { driverLists, verifyDriver } from '../api.ts'
import { isVerified, nameOf, revisionOf } from '../driver-row.ts'
import type { DriverRow } from '../driver-row.ts'
import { t } from '../messages.ts'
import { rememberFocus, sayChanged } from '../say-changed.ts'
import { shortcomingsOf, takesReason } from '../shortcomings.ts'
import { ReasonForm, reasonIn, ShortcomingsLine } from './reason-form.tsx'
import * as styles from './verify.module.css'

/** The driver as they were when it was asked. */
type Asked = { driver: DriverRow; reason: string; control: HTMLElement }

/**
 * SPEC §4, Driver profile approval: asks first, then sends the target that was asked about. People who verify a driver
 * whose documents are not in order read so and, where the backend takes a reason, give one.
 */
export function VerifySwitch({ driver }: { driver: DriverRow }) {
  const dialogs = useDialogs()
  const formId = useId()
  const isReviewed = usePermitted('reviews:write')

  const verifying = useChange<Asked>({
    what: 'Verifying a driver',
    send: ({ driver, reason }) =>
      verifyDriver({
        driver_id: idOf(driver._id) ?? '',
        is_driver_profile_approved: !isVerified(driver),
        ...revisionOf(driver),
        ...(reason !== '' && { reason }),
      }),
    reloads: driverLists,
    onMade: (_, { driver, control }, reloaded) =>
      sayChanged({
        control,
        title: t('verify.saved'),
        text: t('verify.savedText'),
        reloaded,
        undo: {
          title: t(isVerified(driver) ? 'undo.unverified' : 'undo.verified'),
          detail: nameOf(driver),
          undone: t(isVerified(driver) ? 'undo.isVerified' : 'undo.isUnverified', { name: nameOf(driver) }),
          undo: async () => (await import('../undo/take-back.ts')).takeBackVerify(driver, { isReviewed }),
        },
      }),
    // Without a connection the lists come when it is back; people who try again then do not wait for them.
    async onFailed(error, { control }, reloaded) {
      const goBack = rememberFocus(control)
      const told = dialogs.failure(t('verify.error'), <FailureText error={error} />, error)
      await Promise.all([told, isConflict(error) && reloaded])
      goBack()
    },
  })

  async function ask(control: HTMLElement) {
    if (verifying.isPending) return
    const shortcomings = isVerified(driver) ? [] : shortcomingsOf(driver)
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
    const title = t(isVerified(driver) ? 'verify.remove' : 'verify.grant')
    if (await dialogs.confirm({ title, text, ...(isAsked && { form }) })) verifying.make({ driver, reason, control })
  }

  const { isPending, payload } = verifying
  return (
    <RowSwitch
      label={t('actions.verify', { name: nameOf(driver) })}
      on={isPending && payload ? !isVerified(payload.driver) : isVerified(driver)}
      busy={isPending}
      disabled={idOf(driver._id) === null}
      onToggle={(control) => void ask(control)}
    />
  )
}

function FailureText({ error }: { error: unknown }) {
  return (
    <>
      <p className={styles.line}>{t('verify.errorText')}</p>
      <p className={`il-soft ${styles.line}`}>{failureReason(error)}</p>
      {isOutcomeUnknown(error) && <p className={`il-soft ${styles.line}`}>{t('verify.outcomeUnknown')}</p>}
    </>
  )
}
