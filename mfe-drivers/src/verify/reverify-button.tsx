import { useState } from 'react'
import { idOf, logFailure } from '@interline/shared/api'
import { RowButton } from '@interline/shared/table'
import { isConflict, isOutcomeUnknown, RequestId } from '@interline/shared/ui'
import type { Dialogs } from '@interline/shared/ui'
import { reloadLists, reverifyDriver } from '../api.ts'
import { isVerified, nameOf, revisionOf } from '../driver-row.ts'
import type { DriverRow } from '../driver-row.ts'
import { reasonOf } from '../failure-reason.ts'
import { t } from '../messages.ts'
import { shortcomingsOf, shortcomingsText } from '../shortcomings.ts'
import { ShortcomingsLine } from './reason-form.tsx'
import { rememberFocus } from './return-focus.ts'
import * as styles from './verify.module.css'

/**
 * SPEC §4, Re-verification: Pending can be approved with a click, Approved is settled, anything else has nothing to
 * approve. What speaks against it stands in the tooltip before, and with the result.
 */
export function ReverifyButton({ driver, dialogs }: { driver: DriverRow; dialogs: Dialogs }) {
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<{ text: string; error: unknown } | null>(null)
  const _id = idOf(driver._id)
  const name = nameOf(driver)
  const shortcomings = driver.reverify_status === 'Pending' ? shortcomingsOf(driver) : []

  async function approve(control: HTMLElement) {
    if (saving || _id === null) return
    const goBack = rememberFocus(control)
    setSaving(true)
    setFailure(null)
    try {
      await reverifyDriver({ _id, ...revisionOf(driver) })
      await Promise.all([
        reloadLists(),
        dialogs.success(t('reverify.done'), <DoneText {...{ driver, shortcomings }} />),
      ])
      goBack()
    } catch (error) {
      logFailure('Re-verifying a driver', error)
      const outcome = t(isOutcomeUnknown(error) ? 'reverify.outcomeUnknown' : 'reverify.failed')
      setFailure({ text: `${outcome} ${reasonOf(error)}`, error })
      // Without a connection the lists come when it is back; who tries again then is not kept waiting for them.
      if (isConflict(error)) await reloadLists()
      else if (isOutcomeUnknown(error)) void reloadLists()
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      {driver.reverify_status === 'Pending' ? (
        <RowButton
          className={styles.pending}
          label={t('reverify.pendingOf', { name })}
          icon="clock"
          text={t('reverify.pending')}
          tooltip={shortcomings.length > 0 ? shortcomingsText(shortcomings) : undefined}
          busy={saving}
          disabled={_id === null}
          onClick={(control) => void approve(control)}
        />
      ) : driver.reverify_status === 'Approved' ? (
        <RowButton label={t('reverify.approvedOf', { name })} icon="check" text={t('reverify.approved')} disabled />
      ) : (
        <span className={styles.soft}>{t('reverify.none')}</span>
      )}
      {failure !== null && (
        <div className={styles.failure} role="alert">
          {failure.text}
          <RequestId error={failure.error} />
        </div>
      )}
    </>
  )
}

/** The words of SPEC §8; to approve a re-verification verifies no profile, which the words alone seem to say. */
function DoneText({ driver, shortcomings }: { driver: DriverRow; shortcomings: readonly string[] }) {
  return (
    <>
      <p className={styles.line}>{t('reverify.doneText')}</p>
      {shortcomings.length > 0 && <ShortcomingsLine of={shortcomings} />}
      {!isVerified(driver) && <p className={`${styles.line} ${styles.soft}`}>{t('reverify.stillOff')}</p>}
    </>
  )
}
