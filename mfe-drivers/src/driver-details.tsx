import { idOf } from '@interline/shared/api'
import { orNotAvailable } from '@interline/shared/i18n'
import { DetailsModal, RecordHistory } from '@interline/shared/forms'
import { StateId } from '@interline/shared/ui'
import { nameOf } from './driver-row.ts'
import type { DriverRow } from './driver-row.ts'
import { useT } from './messages.ts'

type DriverDetailsProps = { driver: DriverRow; open: boolean; onClose: () => void }

/** SPEC §2, Driver Details. */
export function DriverDetails({ driver, open, onClose }: DriverDetailsProps) {
  const t = useT()
  const name = nameOf(driver)
  return (
    <DetailsModal
      title={t('details.title')}
      open={open}
      onClose={onClose}
      rows={[
        [t('details.name'), name],
        [t('details.email'), orNotAvailable(driver.email)],
        [t('details.phone'), orNotAvailable(driver.phone)],
        [t('details.car'), orNotAvailable(driver.car_name)],
        [t('details.licenceNumber'), orNotAvailable(driver.driving_licence_number)],
        [t('details.address'), orNotAvailable(driver.address)],
        [
          t('details.stateId'),
          <StateId
            value={driver.state_id}
            label={t('details.stateIdOf', { name })}
            copyLabel={t('details.copyStateId', { name })}
            copiedLabel={t('details.copied')}
          />,
        ],
      ]}
    >
      <RecordHistory resource="driver" id={idOf(driver._id)} />
    </DetailsModal>
  )
}
