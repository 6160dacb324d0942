import { type DriverFileField, type ReviewedDriver, todayIn, driverFileFields } from '@interline/shared/contract'
import { useTimeZone } from '@interline/shared/session'
import { fileNameOf, useShortcut } from '@interline/shared/ui'
import { isExpired, isSoon } from '../expiring/days-left.ts'
import { ExpiryField } from '../expiring/expiry-field.tsx'
import { t } from '../queue-messages.ts'
import { DocumentLinks, Viewer } from './viewer.tsx'
import * as styles from './documents.module.css'

type DocumentsProps = {
  reviewed: ReviewedDriver
  shown: DriverFileField
  onShow: (field: DriverFileField) => void
  onExpiry: (field: DriverFileField, day: string | null) => void
  onSeen: (href: string) => void
}

/**
 * The three documents of a driver: one at a time, large, and which of them are missing or expire. The audit calls each
 * one that is asked for viewed, so that no other is loaded.
 */
export function Documents({ reviewed, shown, onShow, onExpiry, onSeen }: DocumentsProps) {
  const today = todayIn(useTimeZone())
  const { driver, file_names, expires_on } = reviewed
  const name = driver.full_name
  const stateOf = (field: DriverFileField) => {
    const day = expires_on[field]
    if (driver[field] === null) return 'missing'
    if (day !== null && isExpired(day, today)) return 'expired'
    return day !== null && isSoon(day, today) ? 'soon' : null
  }
  return (
    <section className={`il-card ${styles.documents}`} aria-label={t('documents.label', { name })} tabIndex={-1}>
      <div className={styles.choose}>
        {driverFileFields.map((field) => (
          <DocumentButton
            key={field}
            field={field}
            state={stateOf(field)}
            isShown={field === shown}
            onShow={() => onShow(field)}
          />
        ))}
      </div>
      {driverFileFields.map((field) => {
        const document = t(`documents.${field}`)
        return (
          <div key={field} className={styles.document} hidden={field !== shown}>
            <div className={styles.about}>
              {driver[field] !== null && (
                <>
                  <DocumentLinks
                    href={driver[field]}
                    fileName={file_names[field] ?? fileNameOf(driver[field])}
                    label={document}
                    onSeen={onSeen}
                  />
                  <ExpiryField
                    driverId={driver._id}
                    field={field}
                    label={t('documents.expiresOf', { document })}
                    day={expires_on[field]}
                    onChange={(day) => onExpiry(field, day)}
                  />
                </>
              )}
            </div>
            {field === shown && (
              <Viewer
                href={driver[field]}
                fileName={file_names[field]}
                label={t('documents.pictureOf', { document, name })}
                onSeen={onSeen}
              />
            )}
          </div>
        )
      })}
    </section>
  )
}

type DocumentButtonProps = { field: DriverFileField; state: string | null; isShown: boolean; onShow: () => void }

function DocumentButton({ field, state, isShown, onShow }: DocumentButtonProps) {
  const key = String(driverFileFields.indexOf(field) + 1)
  const text = t(`documents.${field}`)
  useShortcut({ key, text, run: onShow })
  return (
    <button
      type="button"
      className="il-button il-button-pill"
      aria-pressed={isShown}
      aria-keyshortcuts={key}
      onClick={onShow}
    >
      <span>{text}</span>
      {state && (
        <span className="il-count" data-hue={state === 'soon' ? 'amber' : 'red'}>
          {t(`documents.${state}`)}
        </span>
      )}
      <kbd aria-hidden="true">{key}</kbd>
    </button>
  )
}
