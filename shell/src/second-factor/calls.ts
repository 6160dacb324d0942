import { getRecord, postForDone } from '@interline/shared/api'
import type {
  AnswerChallenge,
  ConfirmBySignIn,
  FactorChallenge,
  NewAuthenticator,
  NewPasskey,
  OwnSecondFactor,
  RecoveryCodes,
} from '@interline/shared/contract'
import { postForData } from '../api.ts'

const path = '/admin/account/second-factor'

export const readSecondFactor = async (signal: AbortSignal) =>
  (await getRecord(path, { signal })) as unknown as OwnSecondFactor
export const beginAuthenticator = () => postForData<NewAuthenticator>(`${path}/authenticator/begin`)
/** Recovery codes, when these are the first of the account. */
export const confirmAuthenticator = async (code: string) =>
  (await postForData<RecoveryCodes>(`${path}/authenticator/confirm`, { code })).recovery_codes
export const removeAuthenticator = () => postForDone(`${path}/authenticator/remove`, {}, { anew: true })
export const beginPasskey = () => postForData<NewPasskey>(`${path}/passkeys/begin`)
export const addPasskey = async (made: { token: string; name: string; response: object }) =>
  (await postForData<RecoveryCodes>(`${path}/passkeys/add`, made)).recovery_codes
export const renamePasskey = (_id: string, name: string) =>
  postForDone(`${path}/passkeys/rename`, { _id, name }, { anew: true })
export const removePasskey = (_id: string) => postForDone(`${path}/passkeys/remove`, { _id }, { anew: true })
export const renewRecoveryCodes = async () =>
  (await postForData<RecoveryCodes>(`${path}/recovery-codes`)).recovery_codes
export const beginConfirmation = () => postForData<FactorChallenge>('/admin/account/confirm/begin')
export const confirm = (answer: AnswerChallenge) => postForDone('/admin/account/confirm', answer, { anew: true })
export const confirmBySignIn = (given: ConfirmBySignIn) =>
  postForDone('/admin/account/confirm/sign-in', given, { anew: true })
