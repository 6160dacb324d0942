import { z } from 'zod'
import { emailMaxLength, licenceMaxLength, nameMaxLength, phoneMaxLength } from '../lengths.ts'
import { id } from './envelope.ts'
import { driver } from './driver.ts'
import { newPassword, password, text } from './text.ts'
import { user } from './user.ts'

const anybody = {
  full_name: text(nameMaxLength),
  email: z.email().max(emailMaxLength),
  phone: text(phoneMaxLength).optional(),
  password: newPassword,
  address: text(300).optional(),
  platform: z.enum(['android', 'ios']).optional(),
}

/**
 * POST /user/auth/register: a driver or a user signs up, as the riders' and drivers' apps do. 409 when the address is
 * taken.
 */
export const registerPerson = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), ...anybody }),
  z.object({
    role: z.literal('driver'),
    ...anybody,
    car_name: text(nameMaxLength).optional(),
    driving_licence_number: text(licenceMaxLength).optional(),
  }),
])
export type RegisterPerson = z.infer<typeof registerPerson>

/** POST /user/auth/login, for drivers and users; administrators have their own call. */
export const personLogin = z.object({ email: z.email().max(emailMaxLength), password })

/** One's own record, as GET /user/profile answers it. */
export const personProfile = z.discriminatedUnion('role', [driver, user.extend({ role: z.literal('user') })])
export type PersonProfile = z.infer<typeof personProfile>

/** Registering and signing in answer this. `token` is opaque. */
export const personLoginData = z.object({ token: z.string(), user: personProfile })

/** GET /user/support: whom a driver or a user writes to. */
export const supportAccount = z.object({ _id: id, full_name: z.string() })
