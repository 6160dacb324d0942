import { LongText } from './long-text.tsx'
import * as styles from './ride.module.css'

type PlaceCellProps = { address: unknown; end: 'source' | 'destination' }

/** One end of a ride: an open stop where it begins, a filled one where it ends. */
export const PlaceCell = ({ address, end }: PlaceCellProps) => (
  <span className={styles.place}>
    <span className={styles.stop} data-end={end} aria-hidden="true" />
    <LongText value={address} />
  </span>
)
