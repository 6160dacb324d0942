import type { ReactNode } from 'react'
import type { DriverRecord } from '../contract/index.ts'
import { orNotAvailable } from '../i18n/formats.ts'
import { DateTimeText } from '../ui/values/times.tsx'
import { t } from './messages.ts'

/** Label and value; `N/A` for what is empty. */
type Field = readonly [label: string, value: ReactNode]

/** The person who changed the record last, and when. */
export const changedField = (changed: DriverRecord['changed']): Field => [
  t('changed'),
  changed && (
    <>
      <DateTimeText value={changed.at} />{' '}
      {changed.by ? <span translate="no">{changed.by}</span> : <span>{t('bySomebody')}</span>}
    </>
  ),
]

/** The app that a person uses. */
export const appField = ({ platform }: Pick<DriverRecord, 'platform'>): Field => [t('app'), platform && t(platform)]

/** The fields of a record beside each other, as many as there is room for. */
export const RecordFields = ({ fields }: { fields: readonly Field[] }) => (
  <dl className="il-record-fields">
    {fields.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        {typeof value === 'object' && value !== null ? (
          <dd>{value}</dd>
        ) : (
          <dd translate="no">{orNotAvailable(value)}</dd>
        )}
      </div>
    ))}
  </dl>
)
