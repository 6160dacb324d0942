import { idOf, textOf } from '@interline/shared/api'
import { type DriverRecord, trimmed, driverFileFields } from '@interline/shared/contract'
import { appField, changedField, RecordFields, RecordSection } from '@interline/shared/record'
import { usePermitted } from '@interline/shared/session'
import { Button, DateText, DocumentLink, Icon, StateId } from '@interline/shared/ui'
import { reverifyText } from '../driver-columns.tsx'
import { useDriverDialog } from '../driver-dialogs.tsx'
import type { ShowDriverDialog } from '../driver-dialogs.tsx'
import { isVerified, nameOf } from '../driver-row.ts'
import { t } from '../messages.ts'
import { shortcomingsOf } from '../shortcomings.ts'
import { ShortcomingsLine } from '../verify/reason-form.tsx'
import { ReverifyButton } from '../verify/reverify-button.tsx'
import { VerifySwitch } from '../verify/verify-switch.tsx'
import { recordText } from './record-texts.ts'

/** The driver's facts, their documents, and what can be done as in their row of the list. */
export function DriverProfile({ driver }: { driver: DriverRecord }) {
  const { dialog, show } = useDriverDialog()
  const mayWrite = usePermitted('drivers:write')
  const name = nameOf(driver)
  const shortcomings = shortcomingsOf(driver)
  return (
    <>
      <RecordSection title={recordText('profile')} {...(mayWrite && { actions: <Acts driver={driver} show={show} /> })}>
        <RecordFields
          fields={[
            [t('details.email'), driver.email],
            [t('details.phone'), driver.phone],
            [t('details.address'), driver.address],
            [t('columns.joined'), <DateText value={driver.createdAt} />],
            appField(driver),
            [t('details.car'), driver.car_name],
            [t('details.licenceNumber'), driver.driving_licence_number],
            [t('edit.stripe_connect_id'), driver.stripe_connect_id],
            [t('filters.verified'), t(isVerified(driver) ? 'verify.is' : 'verify.isNot')],
            [t('columns.reverify'), reverifyText(driver)],
            changedField(driver.changed),
          ]}
        />
      </RecordSection>
      <RecordSection title={t('edit.documents')}>
        {shortcomings.length > 0 && <ShortcomingsLine of={shortcomings} />}
        <RecordFields
          fields={[
            ...driverFileFields.map(
              (field) =>
                [
                  t(`columns.${field}`),
                  <DocumentLink href={driver[field]} label={t(`documents.${field}`, { name })} />,
                ] as const,
            ),
            [t('details.stateId'), <StateId value={driver.state_id} owner={name} />],
          ]}
        />
      </RecordSection>
      {dialog}
    </>
  )
}

function Acts({ driver, show }: { driver: DriverRecord; show: ShowDriverDialog }) {
  const name = nameOf(driver)
  return (
    <>
      <span className="il-record-act">
        <span>{t('columns.verify')}</span>
        <VerifySwitch driver={driver} />
      </span>
      {driver.reverify_status === 'Pending' && (
        <span className="il-record-act">
          <span>{t('columns.reverify')}</span>
          <ReverifyButton driver={driver} />
        </span>
      )}
      {trimmed(textOf(driver.stripe_connect_id)) === '' && (
        <Button
          icon={<Icon id="plus" />}
          aria-label={t('actions.connect', { name })}
          onClick={({ currentTarget }) => show('connect', driver, currentTarget)}
        >
          {t('columns.connect')}
        </Button>
      )}
      <Button
        icon={<Icon id="edit" />}
        aria-label={t('actions.edit', { name })}
        disabled={idOf(driver._id) === null}
        onClick={({ currentTarget }) => show('edit', driver, currentTarget)}
      >
        {t('columns.edit')}
      </Button>
    </>
  )
}
