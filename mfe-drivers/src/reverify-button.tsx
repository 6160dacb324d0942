import { useState } from 'react'
import { logFailure } from '@interline/shared'
import { RowButton } from '@interline/shared/list'
import type { Dialogs } from '@interline/shared/ui'
import { reloadLists, reverifyDriver } from './api.ts'
import { idOf, nameOf, revisionOf } from './driver-row.ts'
import type { DriverRow } from './driver-row.ts'
import { isConflict, reasonOf } from './failure-reason.ts'
import { say } from './messages.ts'
import { rememberPlace } from './return-focus.ts'

/** SPEC §4, Re-verification: Pending can be approved with a click, Approved is settled, anything else has nothing to approve. */
export function ReverifyButton({ driver, dialogs }: { driver: DriverRow; dialogs: Dialogs }) {
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const _id = idOf(driver)
  const name = nameOf(driver)

  async function approve(control: HTMLElement) {
    if (saving || _id === null) return
    const goBack = rememberPlace(control)
    setSaving(true)
    setFailure(null)
    try {
      await reverifyDriver({ _id, ...revisionOf(driver) })
      await Promise.all([reloadLists(), dialogs.success(say('reverify.done'), say('reverify.doneText'))])
      goBack()
    } catch (error) {
      logFailure('Re-verifying a driver', error)
      setFailure(`${say('reverify.failed')} ${reasonOf(error)}`)
      if (isConflict(error)) await reloadLists()
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      {driver.reverify_status === 'Pending' ? (
        <RowButton
          className="drivers-pending"
          label={say('reverify.pendingOf', { name })}
          icon="clock"
          text={say('reverify.pending')}
          busy={saving}
          disabled={_id === null}
          onClick={(control) => void approve(control)}
        />
      ) : driver.reverify_status === 'Approved' ? (
        <RowButton label={say('reverify.approvedOf', { name })} icon="check" text={say('reverify.approved')} disabled />
      ) : (
        <span className="drivers-soft">{say('reverify.none')}</span>
      )}
      {failure !== null && (
        <p className="drivers-row-failure" role="alert">
          {failure}
        </p>
      )}
    </>
  )
}
