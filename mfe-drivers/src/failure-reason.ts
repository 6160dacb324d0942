import { formatDate, formatRelative } from '@interline/shared/time'
import { timeZoneInUse } from '@interline/shared/session'
import { failureReason } from '@interline/shared/ui'
import { t } from './messages.ts'

/** Why a driver was not changed, in sentences for the administrator. */
export const reasonOf = (error: unknown): string =>
  failureReason(error, ({ by, at }) =>
    by === null
      ? t('failure.changedBySomebody')
      : t('failure.changed', { who: by, date: formatDate(at, timeZoneInUse()), ago: formatRelative(at) }),
  )
