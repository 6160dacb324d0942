import { trimmed } from '@interline/shared/contract'
import { Icon } from '@interline/shared/ui'
import { t } from './connect-messages.ts'

/** A value that does not look like an account of Stripe gets a hint, not a block. */
export const isUnlikelyConnectId = (value: string) =>
  trimmed(value) !== '' && !/^acct_[A-Za-z0-9]+$/.test(trimmed(value))

export function ConnectIdHint() {
  return (
    <>
      <Icon id="info" size={14} /> <span>{t('connect.hint')}</span>
    </>
  )
}
