import { useId } from 'react'
import { Checkbox, Input } from 'antd'
import { Select } from '../../list/toolbar/select.tsx'
import type { BulkInput, BulkValues } from './bulk-act.ts'

type BulkInputsProps = {
  inputs: readonly BulkInput[]
  values: BulkValues
  onChange: (values: BulkValues) => void
}

/** The questions of an act. */
export function BulkInputs({ inputs, values, onChange }: BulkInputsProps) {
  const id = useId()
  return inputs.map(({ name, label, options, isBox, maxLength }) => {
    const value = values[name] ?? ''
    const set = (next: string) => onChange({ ...values, [name]: next })
    if (isBox)
      return (
        <Checkbox key={name} checked={value !== ''} onChange={({ target }) => set(target.checked ? 'yes' : '')}>
          {label}
        </Checkbox>
      )
    return (
      <div className="il-field" key={name}>
        <label className="il-field-label" htmlFor={`${id}-${name}`} aria-hidden={options !== undefined}>
          {label}
        </label>
        {options ? (
          <Select label={label} value={value} onChange={set} options={[{ value: '', label: '–' }, ...options]} />
        ) : (
          <Input.TextArea
            id={`${id}-${name}`}
            rows={4}
            maxLength={maxLength}
            value={value}
            onChange={({ target }) => set(target.value)}
          />
        )}
      </div>
    )
  })
}
