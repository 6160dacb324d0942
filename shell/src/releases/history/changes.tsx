import type { Change } from '@interline/federation/runtime'
import { useT } from './texts.ts'
import * as styles from './releases.module.css'

/** What is another, a line for each part. */
export function Changes({ changes }: { changes: Change[] }) {
  const t = useT()
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes}>
      {changes.map(({ part, from, to }) => (
        <li key={`${part} ${from ?? ''} ${to ?? ''}`}>
          {part}: {from ?? t('releases.none')} → {to ?? t('releases.none')}
        </li>
      ))}
    </ul>
  )
}
