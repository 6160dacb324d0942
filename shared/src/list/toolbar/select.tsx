import { Icon } from '../../ui/icon.tsx'

type SelectProps<Value extends string | number> = {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A native select in the look of the house. */
export function Select<Value extends string | number>({ label, value, options, onChange }: SelectProps<Value>) {
  return (
    <span className="il-choice">
      <select
        className="il-input"
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options[event.target.selectedIndex]
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon id="chevron-down" className="il-field-mark" />
    </span>
  )
}
