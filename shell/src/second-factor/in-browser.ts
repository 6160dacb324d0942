import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { Proof } from '@interline/shared/contract'
import { t } from './texts.ts'

export const knowsPasskeys = browserSupportsWebAuthn

/** The browser's dialog for one of the passkeys that the API names. Rejects with the browser's own error. */
export const askForPasskey = async (options: Record<string, unknown>): Promise<Proof> => ({
  method: 'passkey',
  response: (await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  })) as unknown as Extract<Proof, { method: 'passkey' }>['response'],
})

/** The browser's dialog that makes a passkey. */
export const makePasskey = (options: Record<string, unknown>) =>
  startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })

/** A browser's reason why no passkey came, in words; undefined for what is no error of a browser's dialog. */
export function passkeyProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name === 'ApiError') return undefined
  if (error.name === 'InvalidStateError') return t('passkeyThere')
  if (error.name === 'SecurityError') return t('passkeyAddress')
  return t(error.name === 'NotAllowedError' || error.name === 'AbortError' ? 'passkeyCancelled' : 'passkeyFailed')
}
