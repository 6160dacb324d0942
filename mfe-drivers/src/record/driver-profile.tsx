import { idOf, textOf } from '@interline/shared/api'
import type { DriverRecord } from '@interline/shared/contract'
import { trimmed } from '@interline/shared/i18n'
import { RecordFields, RecordSection } from '@interline/shared/record'
import { usePermitted } from '@interline/shared/session'
import { Button, DateText, DateTimeText, DocumentLink, Icon, StateId } from '@interline/shared/ui'
import type { Dialogs } from '@interline/shared/ui'
import { isVerified, nameOf } from '../driver-row.ts'
import { useT } from '../messages.ts'
import { shortcomingsOf } from '../shortcomings.ts'
import { ShortcomingsLine } from '../verify/reason-form.tsx'
import { ReverifyButton } from '../verify/reverify-button.tsx'
import { VerifySwitch } from '../verify/verify-switch.tsx'
import { recordText } from './record-texts.ts'

export type DriverDialog = 'connect' | 'edit'
type ShowDialog = (dialog: DriverDialog, opener: HTMLElement) => void

type DriverProfileProps = { driver: DriverRecord; dialogs: Dialogs; show: ShowDialog }

const documents = { driving_licence: 'licence', car_document: 'car', car_insurance: 'insurance' } as const

/** Who the driver is, their documents, and what can be done as in their row of the list. */
export function DriverProfile({ driver, dialogs, show }: DriverProfileProps) {
  const t = useT()
  const mayWrite = usePermitted('drivers:write')
  const name = nameOf(driver)
  const { changed } = driver
  const shortcomings = shortcomingsOf(driver)
  return (
    <>
      <RecordSection
        title={recordText('profile')}
        {...(mayWrite && { actions: <Acts driver={driver} dialogs={dialogs} show={show} /> })}
      >
        <RecordFields
          fields={[
            [t('details.email'), driver.email],
            [t('details.phone'), driver.phone],
            [t('details.address'), driver.address],
            [t('columns.joined'), <DateText value={driver.createdAt} />],
            [recordText('app'), driver.platform && recordText(`${driver.platform}`)],
            [t('details.car'), driver.car_name],
            [t('details.licenceNumber'), driver.driving_licence_number],
            [t('edit.connectId'), driver.stripe_connect_id],
            [t('filters.verified'), t(isVerified(driver) ? 'verify.is' : 'verify.isNot')],
            [t('columns.reverify'), reverifyText(driver, t)],
            [
              recordText('changed'),
              changed && (
                <>
                  <DateTimeText value={changed.at} /> {changed.by ?? recordText('somebody')}
                </>
              ),
            ],
          ]}
        />
      </RecordSection>
      <RecordSection title={t('edit.documents')}>
        {shortcomings.length > 0 && <ShortcomingsLine of={shortcomings} />}
        <RecordFields
          fields={[
            ...(['driving_licence', 'car_document', 'car_insurance'] as const).map(
              (field) =>
                [
                  t(`columns.${documents[field]}`),
                  <DocumentLink href={driver[field]} label={t(`documents.${documents[field]}`, { name })} />,
                ] as const,
            ),
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
        />
      </RecordSection>
    </>
  )
}

function reverifyText({ reverify_status }: DriverRecord, t: ReturnType<typeof useT>) {
  if (reverify_status === 'Pending') return t('reverify.pending')
  return t(reverify_status === 'Approved' ? 'reverify.approved' : 'reverify.none')
}

function Acts({ driver, dialogs, show }: DriverProfileProps) {
  const t = useT()
  const name = nameOf(driver)
  return (
    <>
      <span className="il-record-act">
        {t('columns.verify')}
        <VerifySwitch driver={driver} dialogs={dialogs} />
      </span>
      {driver.reverify_status === 'Pending' && (
        <span className="il-record-act">
          {t('columns.reverify')}
          <ReverifyButton driver={driver} dialogs={dialogs} />
        </span>
      )}
      {trimmed(textOf(driver.stripe_connect_id)) === '' && (
        <Button
          icon={<Icon id="plus" />}
          aria-label={t('actions.connect', { name })}
          onClick={({ currentTarget }) => show('connect', currentTarget)}
        >
          {t('columns.connect')}
        </Button>
      )}
      <Button
        icon={<Icon id="edit" />}
        aria-label={t('actions.edit', { name })}
        disabled={idOf(driver._id) === null}
        onClick={({ currentTarget }) => show('edit', currentTarget)}
      >
        {t('columns.edit')}
      </Button>
    </>
  )
}
