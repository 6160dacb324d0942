import { t } from '../../i18n/texts.ts'
import { fieldChanges } from '../../ui/audit/field-changes.ts'
import { Icon } from '../../ui/icon.tsx'
import './history.css'

/** The changes of an entry of the audit: each field with what it was and what it is. Nothing for one without fields. */
export function FieldList({ before, after }: { before: unknown; after: unknown }) {
  const changes = fieldChanges(before, after)
  if (changes.length === 0) return null
  return (
    <dl className="il-field-changes">
      {changes.map(({ field, label, before: was, after: is }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            {was !== null && (
              <>
                <del>
                  <span className="il-visually-hidden">{`${t('audit.before')} `}</span>
                  <span translate="no">{was}</span>
                </del>
                <Icon id="arrow-right" size={14} />
              </>
            )}
            <ins>
              {was !== null && <span className="il-visually-hidden">{`${t('audit.after')} `}</span>}
              <span translate="no">{is}</span>
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
