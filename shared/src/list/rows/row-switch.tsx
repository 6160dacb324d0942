type RowSwitchProps = {
  /** Accessible name, with the row in it: `Verify Jane Doe`. */
  label: string
  on: boolean
  disabled?: boolean
  /** Its change is under way. */
  busy?: boolean
  /** Asked for by the person; `on` says what then comes of it. `control` is the switch itself. */
  onToggle: (control: HTMLButtonElement) => void
}

/** A switch of one row, on or off as the row says. */
export function RowSwitch({ label, on, disabled, busy = false, onToggle }: RowSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="il-row-switch"
      aria-label={label}
      aria-checked={on}
      aria-busy={busy}
      disabled={disabled}
      onClick={({ currentTarget }) => onToggle(currentTarget)}
    />
  )
}
