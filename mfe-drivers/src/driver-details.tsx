import { useState } from 'react'
import { idOf } from '@interline/shared/api'
import { orNotAvailable } from '@interline/shared/i18n'
import { DetailsModal, RecordHistory } from '@interline/shared/forms'
import { StateId } from '@interline/shared/ui'
import { nameOf } from './driver-row.ts'
import type { DriverDialogProps } from './driver-row.ts'
import { t } from './messages.ts'

/** SPEC §2, Driver Details. */
export function DriverDetails({ driver, onClosed }: DriverDialogProps) {
  const [open, setOpen] = useState(true)
  const name = nameOf(driver)
  return (
    <DetailsModal
      title={t('details.title')}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      rows={[
        [t('details.name'), name],
        [t('details.email'), orNotAvailable(driver.email)],
        [t('details.phone'), orNotAvailable(driver.phone)],
        [t('details.car'), orNotAvailable(driver.car_name)],
        [t('details.licenceNumber'), orNotAvailable(driver.driving_licence_number)],
        [t('details.address'), orNotAvailable(driver.address)],
        [t('details.stateId'), <StateId value={driver.state_id} owner={name} />],
      ]}
    >
      <RecordHistory resource="driver" id={idOf(driver._id)} />
    </DetailsModal>
  )
}
