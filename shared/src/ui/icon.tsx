import { hrefOf } from './sprite.ts'

type IconProps = {
  /** Id of a symbol in /svg/sprite.svg (SPEC §2). */
  id: string
  /** Read aloud; without it the icon is decoration. */
  label?: string
  /** Pixels; 1.25 em when absent. */
  size?: number
  className?: string
}

/** An icon of the static sprite, in the colour of the text around it. */
export function Icon({ id, label, size, className }: IconProps) {
  return (
    <svg
      className={className ? `il-icon ${className}` : 'il-icon'}
      {...(size !== undefined && { style: { width: size, height: size } })}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={hrefOf(id)} />
    </svg>
  )
}
