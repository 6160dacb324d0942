import type { Ref } from 'react'
import type { ReviewedDriver } from '@interline/shared/contract'
import { orNotAvailable } from '@interline/shared/i18n'
import { Link } from '@interline/shared/router'
import { useTimeZone } from '@interline/shared/session'
import { formatDate } from '@interline/shared/time'
import { DateText, Icon, RelativeTime, StateId } from '@interline/shared/ui'
import { t } from './queue-messages.ts'
import * as styles from './queue.module.css'

type DriverFactsProps = { reviewed: ReviewedDriver; headingRef: Ref<HTMLHeadingElement> }

/** The facts to compare with the documents, and those that make somebody look twice. */
export function DriverFacts({ reviewed, headingRef }: DriverFactsProps) {
  const timeZone = useTimeZone()
  const { driver, rejection, duplicates } = reviewed
  const name = driver.full_name
  const isReverification = driver.reverify_status === 'Pending'
  const fact = (label: string, value: React.ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd translate={typeof value === 'string' ? 'no' : undefined}>{value}</dd>
    </div>
  )
  return (
    <section className={`il-card ${styles.facts}`} aria-labelledby="queue-driver">
      <h2 id="queue-driver" ref={headingRef} tabIndex={-1} translate="no">
        {name}
      </h2>
      <p className={styles.asks}>
        <span className="il-count">{t(isReverification ? 'facts.reverification' : 'facts.verification')}</span>
        {rejection && (
          <span className="il-count" data-hue="amber">
            {t('facts.again')}
          </span>
        )}
        {driver.is_driver_profile_approved && <span className="il-count">{t('facts.verified')}</span>}
      </p>
      {rejection && (
        <div className={`il-note ${styles.warning}`}>
          <Icon id="refresh" size={16} />
          <div>
            <strong>{t('rejection.title')}</strong>
            <p>
              {t('rejection.text', {
                who: rejection.by ?? t('rejection.somebody'),
                date: formatDate(rejection.at, timeZone),
                reason: t(`reject.${rejection.reason}`),
              })}
            </p>
            {rejection.note !== null && <p translate="no">{rejection.note}</p>}
          </div>
        </div>
      )}
      {duplicates.length > 0 && (
        <div className={`il-note ${styles.warning}`} data-kind="duplicate">
          <Icon id="warning" size={16} />
          <div>
            <strong>{t('duplicates.title')}</strong>
            {duplicates.map(({ field, drivers }) => (
              <div key={field}>
                <p>{t(`duplicates.${field}`)}</p>
                <ul>
                  {drivers.map(({ _id, full_name }) => (
                    <li key={_id} translate="no">
                      <Link to={`/drivers/${_id}`}>{full_name}</Link> <code>{_id}</code>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </div>
      )}
      <dl>
        {fact(t('facts.waits'), <RelativeTime value={reviewed.waiting_since} />)}
        {fact(t('facts.licenceNumber'), orNotAvailable(driver.driving_licence_number))}
        {fact(t('facts.car'), orNotAvailable(driver.car_name))}
        {fact(t('facts.address'), orNotAvailable(driver.address))}
        {fact(t('facts.phone'), orNotAvailable(driver.phone))}
        {fact(t('facts.email'), orNotAvailable(driver.email))}
        {fact(t('facts.joined'), <DateText value={driver.createdAt} />)}
        {fact(t('facts.stateId'), <StateId value={driver.state_id} owner={name} />)}
      </dl>
    </section>
  )
}
