import { orNotAvailable } from '@interline/shared/i18n'
import * as styles from './ride.module.css'

type PlaceCellProps = { address: unknown; end: 'source' | 'destination' }

/** `200 Congress Ave, `, `Austin, TX` and ` 78701`. */
const usual = /^(.+?,\s+)([^,\d]+,\s+[A-Z]{2}\b)(.*)$/s

/**
 * One end of a ride: an open stop where it begins, a filled one where it ends. The city stands above the rest, each
 * on a line that is cut; in the text, and so for a screen reader, the address stays as it is.
 */
export function PlaceCell({ address, end }: PlaceCellProps) {
  const text = orNotAvailable(address)
  const [, street, city, rest] = usual.exec(text) ?? []
  return (
    <span className={styles.place} title={text}>
      <span className={styles.stop} data-end={end} aria-hidden="true" />
      {city === undefined ? (
        <span data-long>{text}</span>
      ) : (
        <span className={styles.lines}>
          <span>{street}</span>
          <span className={styles.city}>{city}</span>
          <span>{rest}</span>
        </span>
      )}
    </span>
  )
}
