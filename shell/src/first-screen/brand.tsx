import * as styles from './brand.module.css'

/** The mark of Interline: two lines and the stop where they meet. */
export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M9 6v20M23 6v20M9 11h7a7 7 0 0 1 7 7" />
      <circle cx="9" cy="11" r="3.4" />
    </svg>
  )
}
