import { orNotAvailable } from '@interline/shared'
import { DetailsModal } from '@interline/shared/kit'
import { StateId } from '@interline/shared/ui'
import { nameOf } from './driver-row.ts'
import type { DriverRow } from './driver-row.ts'
import { useSay } from './messages.ts'

type DriverDetailsProps = { driver: DriverRow; open: boolean; onClose: () => void }

/** SPEC §2, Driver Details. */
export function DriverDetails({ driver, open, onClose }: DriverDetailsProps) {
  const say = useSay()
  const name = nameOf(driver)
  return (
    <DetailsModal
      title={say('details.title')}
      open={open}
      onClose={onClose}
      rows={[
        [say('details.name'), name],
        [say('details.email'), orNotAvailable(driver.email)],
        [say('details.phone'), orNotAvailable(driver.phone)],
        [say('details.car'), orNotAvailable(driver.car_name)],
        [say('details.licenceNumber'), orNotAvailable(driver.driving_licence_number)],
        [say('details.address'), orNotAvailable(driver.address)],
        [
          say('details.stateId'),
          <StateId
            value={driver.state_id}
            label={say('details.stateIdOf', { name })}
            copyLabel={say('details.copyStateId', { name })}
            copiedLabel={say('details.copied')}
          />,
        ],
      ]}
    />
  )
}
