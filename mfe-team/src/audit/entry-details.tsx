import { DetailsModal, FieldList } from '@interline/shared/forms'
import { Link } from '@interline/shared/router'
import { actorText, DateTimeText, fieldChanges } from '@interline/shared/ui'
import type { EntryRow } from '../api.ts'
import { t } from '../messages.ts'
import { actOf, recordAddress, subjectOf } from './entry-texts.ts'
import * as styles from './audit.module.css'

type EntryDetailsProps = { entry: EntryRow; open: boolean; onClose: () => void }

/** One entry of the audit: the difference field by field, from where it came, and the way to its record. */
export function EntryDetails({ entry, open, onClose }: EntryDetailsProps) {
  const { kind, name } = subjectOf(entry)
  const id = entry.target?._id
  return (
    <DetailsModal
      title={t('entry.title', { number: entry.sequence ?? '' })}
      open={open}
      onClose={onClose}
      rows={[
        [t('entry.act'), actOf(entry)],
        [t('entry.when'), <DateTimeText value={entry.createdAt} />],
        [t('entry.person'), actorText(entry.actor)],
        [t('entry.subject'), [kind, name ?? id].filter(Boolean).join(': ')],
        [t('entry.address'), entry.address],
        [t('entry.request'), entry.request_id],
      ]}
    >
      <Fields entry={entry} />
      <p className={styles.links}>
        <Links entry={entry} onClose={onClose} />
      </p>
    </DetailsModal>
  )
}

function Fields({ entry: { before, after, is_hidden } }: { entry: EntryRow }) {
  const isEmpty = fieldChanges(before, after).length === 0
  return (
    <>
      <h3 className={styles.fields}>{t(before == null && !isEmpty ? 'entry.given' : 'entry.fields')}</h3>
      {is_hidden === true || isEmpty ? (
        <p className="il-soft">{t(is_hidden === true ? 'entry.hidden' : 'entry.noFields')}</p>
      ) : (
        <FieldList before={before} after={after} />
      )}
    </>
  )
}

function Links({ entry, onClose }: { entry: EntryRow; onClose: () => void }) {
  const { actor, target, resource } = entry
  const record = recordAddress(entry)
  const filtered = (query: Record<string, string>) => `/audit?${new URLSearchParams(query).toString()}`
  return (
    <>
      {record !== null && <Link to={record}>{t('entry.openRecord')}</Link>}
      {target != null && resource !== undefined && (
        <Link to={filtered({ resource, target_id: target._id })} onClick={onClose}>
          {t('entry.allOfRecord')}
        </Link>
      )}
      {actor != null && (
        <Link to={filtered({ actor_id: actor._id })} onClick={onClose}>
          {t('entry.allOfPerson')}
        </Link>
      )}
    </>
  )
}
