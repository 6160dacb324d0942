import { orNotAvailable } from '../../i18n/formats.ts'
import { t } from '../messages.ts'

type Address = { address?: unknown } | null | undefined

/** From where to where, in one line of text. */
export const RouteText = ({ source, destination }: { source: Address; destination: Address }) => (
  <span className="il-break" translate="no">
    {t('bookings.route', {
      source: orNotAvailable(source?.address),
      destination: orNotAvailable(destination?.address),
    })}
  </span>
)
