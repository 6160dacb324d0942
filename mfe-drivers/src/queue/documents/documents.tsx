import type { DriverFileField, ReviewedDriver } from '@interline/shared/contract'
import { EmptyState, DocumentLink, safeHref } from '@interline/shared/ui'
import { readSettings, useTimeZone } from '@interline/shared/session'
import { todayIn } from '@interline/shared/time'
import { isExpired, isSoon } from '../expiring/days-left.ts'
import { ExpiryField } from '../expiring/expiry-field.tsx'
import { t } from '../queue-messages.ts'
import { documentFields } from '../words.ts'
import { Picture } from './picture.tsx'
import * as styles from './documents.module.css'

type DocumentsProps = {
  reviewed: ReviewedDriver
  /** Loads what it shows, for when it is shown. */
  isHidden: boolean
  shown: DriverFileField
  onShow: (field: DriverFileField) => void
  onExpiry: (field: DriverFileField, day: string | null) => void
}

/** The three documents of a driver: one at a time, large, and which of them are missing or expire. */
export function Documents({ reviewed, isHidden, shown, onShow, onExpiry }: DocumentsProps) {
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
    <section
      className={`il-card ${styles.documents}`}
      aria-label={t('documents.label', { name })}
      hidden={isHidden}
      inert={isHidden}
    >
      <div className={styles.choose}>
        {documentFields.map((field, at) => {
          const state = stateOf(field)
          return (
            <button
              key={field}
              type="button"
              aria-pressed={field === shown}
              aria-keyshortcuts={String(at + 1)}
              onClick={() => onShow(field)}
            >
              {t(`documents.${field}`)}
              {state && <span data-state={state}>{t(`documents.${state}`)}</span>}
            </button>
          )
        })}
      </div>
      {documentFields.map((field) => {
        const document = t(`documents.${field}`)
        return (
          <div key={field} className={styles.document} hidden={field !== shown}>
            <div className={styles.about}>
              {driver[field] !== null && (
                <>
                  <DocumentLink
                    href={driver[field]}
                    text={file_names[field] ?? undefined}
                    label={t('documents.openOf', { document })}
                    tooltip={t('documents.open')}
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
            <Viewer
              href={driver[field]}
              fileName={file_names[field]}
              label={t('documents.pictureOf', { document, name })}
              isShown={!isHidden && field === shown}
            />
          </div>
        )
      })}
    </section>
  )
}

type ViewerProps = { href: string | null; fileName: string | null; label: string; isShown: boolean }

function Viewer({ href, fileName, label, isShown }: ViewerProps) {
  const target = safeHref(href, readSettings().apiUrl)
  if (target === null) return <EmptyState title={t('documents.none')} text={t('documents.noneText')} icon="file" />
  const ending = /\.(\w+)$/.exec(new URL(target).pathname)?.[1]?.toLowerCase() ?? ''
  if (/^(jpe?g|png)$/.test(ending)) return <Picture src={target} label={label} isShown={isShown} />
  // A PDF from before the check has no name, and is saved instead of shown (decision 049).
  if (ending === 'pdf' && fileName !== null) return <iframe className={styles.pdf} src={target} title={label} />
  return <EmptyState title={t('documents.notShown')} text={t('documents.notShownText')} icon="download" />
}
