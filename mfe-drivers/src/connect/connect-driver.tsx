import { trimmed } from '@interline/shared/contract'
import { idOf, textOf } from '@interline/shared/api'
import { Form, FormModal } from '@interline/shared/forms'
import { Input } from '@interline/shared/ui'
import { connectDriver, driverLists, latestDriver } from '../api.ts'
import { nameOf, revisionOf } from '../driver-row.ts'
import type { DriverDialogProps } from '../driver-row.ts'
import { sayChanged } from '../say-changed.ts'
import { ConnectIdHint, isUnlikelyConnectId } from './connect-id-hint.tsx'
import { t } from './connect-messages.ts'

/** SPEC §2, Connect Driver. */
export function ConnectDriver({ driver, control, onClosed }: DriverDialogProps) {
  return (
    <FormModal
      title={t('connect.title')}
      subtitle={t('connect.for', { name: nameOf(driver) })}
      submit={t('connect.submit')}
      cancel={t('connect.cancel')}
      what="Connecting a driver"
      row={driver}
      valuesOf={() => ({ driver_connect_id: '' })}
      isComplete={({ driver_connect_id }) => trimmed(driver_connect_id) !== ''}
      send={({ driver_connect_id }, driver) =>
        connectDriver({
          _id: idOf(driver._id) ?? '',
          driver_connect_id: trimmed(driver_connect_id),
          ...revisionOf(driver),
        })
      }
      reloads={driverLists}
      latest={latestDriver}
      onMade={(_, __, reloaded) =>
        sayChanged({ control, title: t('connect.done'), text: t('connect.doneText'), reloaded })
      }
      failed={t('connect.failed')}
      hintOf={(_, { stripe_connect_id }) =>
        textOf(stripe_connect_id) === '' ? undefined : t('connect.meanwhile', { id: textOf(stripe_connect_id) })
      }
      onClosed={onClosed}
    >
      {({ values }) => (
        <>
          <Form.Item name="driver_connect_id" noStyle>
            <Input
              aria-label={t('connect.placeholder')}
              aria-describedby="connect-hint"
              placeholder={t('connect.placeholder')}
              maxLength={255}
              autoComplete="off"
              spellCheck={false}
            />
          </Form.Item>
          <p id="connect-hint" className="il-hint" role="status">
            {isUnlikelyConnectId(values.driver_connect_id) && <ConnectIdHint />}
          </p>
        </>
      )}
    </FormModal>
  )
}
