import { idOf, isOutcomeUnknown, useChange } from '@interline/shared/api'
import { RowButton } from '@interline/shared/list'
import { failureReason, RequestId } from '@interline/shared/ui'
import { driverLists, reverifyDriver } from '../api.ts'
import { isVerified, nameOf, revisionOf } from '../driver-row.ts'
import type { DriverRow } from '../driver-row.ts'
import { t } from '../messages.ts'
import { sayChanged } from '../say-changed.ts'
import { shortcomingsOf, shortcomingsText } from '../shortcomings.ts'
import { ShortcomingsLine } from './reason-form.tsx'
import * as styles from './verify.module.css'

/**
 * SPEC §4, Re-verification: Pending can be approved with a click, Approved is settled, anything else has nothing to
 * approve. What speaks against it stands in the tooltip before, and with the result.
 */
export function ReverifyButton({ driver }: { driver: DriverRow }) {
  const _id = idOf(driver._id)
  const name = nameOf(driver)
  const shortcomings = driver.reverify_status === 'Pending' ? shortcomingsOf(driver) : []
  const { make, isPending, error } = useChange<{ driver: DriverRow; control: HTMLElement }>({
    what: 'Re-verifying a driver',
    send: ({ driver }) => reverifyDriver({ _id: _id ?? '', ...revisionOf(driver) }),
    reloads: driverLists,
    onMade: (_, { driver, control }, reloaded) =>
      sayChanged({
        control,
        title: t('reverify.done'),
        text: <DoneText {...{ driver, shortcomings }} />,
        reloaded,
      }),
  })

  return (
    <>
      {driver.reverify_status === 'Pending' ? (
        <RowButton
          className={styles.pending}
          label={t('reverify.pendingOf', { name })}
          icon="clock"
          text={t('reverify.pending')}
          tooltip={shortcomings.length > 0 ? shortcomingsText(shortcomings) : undefined}
          busy={isPending}
          disabled={_id === null}
          onClick={(control) => make({ driver, control })}
        />
      ) : driver.reverify_status === 'Approved' ? (
        <RowButton label={t('reverify.approvedOf', { name })} icon="check" text={t('reverify.approved')} disabled />
      ) : (
        <span className="il-soft">{t('reverify.none')}</span>
      )}
      {error !== null && (
        <div className={`il-wrong ${styles.failure}`} role="alert">
          <span>{t(isOutcomeUnknown(error) ? 'reverify.outcomeUnknown' : 'reverify.failed')}</span>{' '}
          <span>{failureReason(error)}</span>
          <RequestId error={error} />
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
      {!isVerified(driver) && <p className={`il-soft ${styles.line}`}>{t('reverify.stillOff')}</p>}
    </>
  )
}
