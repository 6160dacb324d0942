import type { BookingStatus } from '../../contract/index.ts'
import { isBookingStatus } from '../../contract/index.ts'
import { orNotAvailable } from '../../i18n/formats.ts'
import { Icon } from '../icon.tsx'
import { whenLong } from './when-long.ts'

const appearances = {
  Accepted: { hue: 'green', icon: 'check' },
  Rejected: { hue: 'red', icon: 'close' },
  Pending: { hue: 'yellow', icon: 'clock' },
  Canceled: { hue: 'orange', icon: 'ban' },
  Completed: { hue: 'slate-blue', icon: 'flag' },
  Started: { hue: 'sky-blue', icon: 'play' },
} satisfies Record<BookingStatus, { hue: string; icon: string }>

/**
 * A booking's status in its colour (SPEC §4), with an icon so that the colour is not all there is; any other value is
 * plain.
 */
export function StatusBadge({ status }: { status: unknown }) {
  if (!isBookingStatus(status)) {
    const text = orNotAvailable(status)
    return (
      <span className="il-status" data-hue="plain" {...whenLong(text)}>
        {text}
      </span>
    )
  }
  const { hue, icon } = appearances[status]
  return (
    <span key={status} className="il-status" data-hue={hue}>
      <Icon id={icon} size={14} />
      {status}
    </span>
  )
}
