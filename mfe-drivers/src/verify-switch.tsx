import { useState } from 'react'
import { logFailure } from '@interline/shared'
import { RowSwitch } from '@interline/shared/list'
import type { Dialogs } from '@interline/shared/ui'
import { reloadLists, verifyDriver } from './api.ts'
import { idOf, isVerified, nameOf, revisionOf } from './driver-row.ts'
import type { DriverRow } from './driver-row.ts'
import { isConflict, reasonOf } from './failure-reason.ts'
import { say } from './messages.ts'

/** SPEC §4, Driver profile approval: asks first, then sends the target that was asked about. */
export function VerifySwitch({ driver, dialogs }: { driver: DriverRow; dialogs: Dialogs }) {
  const [target, setTarget] = useState<boolean | null>(null)
  const driver_id = idOf(driver)

  async function toggle(control: HTMLElement) {
    if (target !== null || driver_id === null) return
    const is_driver_profile_approved = !isVerified(driver)
    const title = is_driver_profile_approved ? say('verify.grant') : say('verify.remove')
    if (!(await dialogs.confirm({ title, text: nameOf(driver) }))) return
    setTarget(is_driver_profile_approved)
    try {
      await verifyDriver({ driver_id, is_driver_profile_approved, ...revisionOf(driver) })
      await Promise.all([reloadLists(), dialogs.success(say('verify.saved'), say('verify.savedText'))])
    } catch (error) {
      logFailure('Verifying a driver', error)
      const reload = isConflict(error) ? reloadLists() : undefined
      await Promise.all([reload, dialogs.failure(say('verify.error'), <FailureText error={error} />)])
    } finally {
      setTarget(null)
      control.focus()
    }
  }

  return (
    <RowSwitch
      label={say('actions.verify', { name: nameOf(driver) })}
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
      <p className="drivers-dialog-line">{say('verify.errorText')}</p>
      <p className="drivers-dialog-line drivers-soft">{reasonOf(error)}</p>
    </>
  )
}
