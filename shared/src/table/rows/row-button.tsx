import { Icon } from '../../ui/icon.tsx'

type RowButtonProps = {
  /** Accessible name, with the row in it: `Details of Jane Doe`. The tooltip too where no text is shown. */
  label: string
  /** Id of a symbol in /svg/sprite.svg. */
  icon: string
  text?: string
  /** What to know before it is pressed. */
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
      className={className ? `il-row-button ${className}` : 'il-row-button'}
      aria-label={label}
      {...(text === undefined ? { title: label, 'data-bare': true } : { 'aria-busy': busy, title: tooltip })}
      disabled={disabled}
      onClick={({ currentTarget }) => onClick?.(currentTarget)}
    >
      <Icon id={busy ? 'refresh' : icon} {...(busy && { className: 'il-spin' })} />
      {text}
    </button>
  )
}
