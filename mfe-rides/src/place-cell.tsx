import { orNotAvailable } from '@interline/shared'
import './rides.css'

type PlaceCellProps = { address: unknown; end: 'source' | 'destination' }

/** One end of a ride: an open stop where it begins, a filled one where it ends. */
export function PlaceCell({ address, end }: PlaceCellProps) {
  const text = orNotAvailable(address)
  return (
    <span className="il-place">
      <span className="il-place-stop" data-end={end} aria-hidden="true" />
      <span className="il-break" {...(text.length > 80 && { 'data-long': true, title: text })}>{text}</span>
    </span>
  )
}
