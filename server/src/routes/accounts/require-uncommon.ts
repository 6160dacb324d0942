import { commonPasswordMessage, isCommonPassword } from '../../auth/common-passwords.ts'
import { fieldError } from '../../http/http-error.ts'

/** A new password that many others have is refused at the field. */
export function requireUncommon(password: string, field = 'password'): void {
  if (isCommonPassword(password)) throw fieldError(field, commonPasswordMessage)
}
