import { trimmed } from '@interline/shared/i18n'
import { Icon } from '@interline/shared/ui'
import { useT } from './connect-messages.ts'

/** A value that does not look like an account of Stripe gets a hint, not a block. */
export const isUnlikelyConnectId = (value: string) =>
  trimmed(value) !== '' && !/^acct_[A-Za-z0-9]+$/.test(trimmed(value))

export function ConnectIdHint() {
  const t = useT()
  return (
    <>
      <Icon id="info" size={14} /> {t('connect.hint')}
    </>
  )
}
