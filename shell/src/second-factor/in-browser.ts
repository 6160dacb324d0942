import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { t } from './texts.ts'

export const knowsPasskeys = browserSupportsWebAuthn

/** The browser's dialog for one of the passkeys that the API names. Rejects with the browser's own error. */
export const askForPasskey = (options: Record<string, unknown>) =>
  startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })

/** The browser's dialog that makes a passkey. */
export const makePasskey = (options: Record<string, unknown>) =>
  startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })

/** What a browser says when there came no passkey, in words; undefined for what is no error of a browser's dialog. */
export function passkeyProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name === 'ApiError') return undefined
  if (error.name === 'InvalidStateError') return t('passkeyThere')
  if (error.name === 'SecurityError') return t('passkeyAddress')
  return t(error.name === 'NotAllowedError' || error.name === 'AbortError' ? 'passkeyCancelled' : 'passkeyFailed')
}
