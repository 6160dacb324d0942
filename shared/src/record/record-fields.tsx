import type { ReactNode } from 'react'
import { orNotAvailable } from '../i18n/formats.ts'

/** Label and value; `N/A` for what is empty. */
type Field = readonly [label: string, value: ReactNode]

/** The fields of a record beside each other, as many as there is room for. */
export const RecordFields = ({ fields }: { fields: readonly Field[] }) => (
  <dl className="il-record-fields">
    {fields.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{typeof value === 'object' && value !== null ? value : orNotAvailable(value)}</dd>
      </div>
    ))}
  </dl>
)
