import { LongText } from './long-text.tsx'
import './rides.css'

type PlaceCellProps = { address: unknown; end: 'source' | 'destination' }

/** One end of a ride: an open stop where it begins, a filled one where it ends. */
export const PlaceCell = ({ address, end }: PlaceCellProps) => (
  <span className="il-place">
    <span className="il-place-stop" data-end={end} aria-hidden="true" />
    <LongText value={address} />
  </span>
)
