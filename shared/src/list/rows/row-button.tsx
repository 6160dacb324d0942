import { Icon } from '../../ui/icon.tsx'

type RowButtonProps = {
  /** Accessible name, with the row in it: `Details of Jane Doe`. The tooltip too where no text is shown. */
  label: string
  /** Id of a symbol in /svg/sprite.svg. */
  icon: string
  text?: string
  /** A person should know this before it is pressed. */
  tooltip?: string | undefined
  disabled?: boolean
  /** Its act is under way. */
  busy?: boolean
  className?: string
  /** `control` is the button itself, to give the focus back to. */
  onClick?: (control: HTMLButtonElement) => void
}

/** A button of one row. A table holds hundreds: it is nothing but a button. */
export function RowButton({ label, icon, text, tooltip, disabled, busy = false, className, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      className={`${text === undefined ? 'il-icon-button' : 'il-button il-button-small'} ${className ?? ''}`}
      aria-label={label}
      {...(text === undefined ? { title: label } : { 'aria-busy': busy, title: tooltip })}
      disabled={disabled}
      onClick={({ currentTarget }) => onClick?.(currentTarget)}
    >
      <Icon id={busy ? 'refresh' : icon} {...(busy && { className: 'il-spin' })} />
      {text !== undefined && <span>{text}</span>}
    </button>
  )
}
