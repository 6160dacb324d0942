import { z } from 'zod'
import { emailMaxLength } from '../lengths.ts'
import { done, id } from './envelope.ts'
import { adminRole } from './administrators/permissions.ts'
import { newPassword, password } from './text.ts'

/** The signed-in administrator; SPEC §3, Local user. `admin_role` is missing on a backend that has no roles. */
export const administrator = z.object({
  _id: id,
  full_name: z.string(),
  email: z.string(),
  role: z.literal('admin'),
  admin_role: adminRole.optional(),
  profile_picture: z.string().nullable(),
})
export type Administrator = z.infer<typeof administrator>

/**
 * POST /user/auth/admin-login (SPEC §7). `remember` asks for a session of 30 days instead of one that ends with the
 * working day.
 */
export const adminLogin = z.object({
  email: z.email().max(emailMaxLength),
  password,
  remember: z.boolean().optional(),
})
export type AdminLogin = z.infer<typeof adminLogin>

/** Login response (SPEC §3). `token` is opaque. */
export const loginData = z.object({
  token: z.string(),
  user: administrator,
  backend: z.array(z.string()).optional().describe('What the backend can do beyond SPEC §7: `capabilities`.'),
  second_factor_setup_needed: z.literal(true).optional().describe('A second factor is to be set up before all else.'),
})
export type LoginData = z.infer<typeof loginData>

/**
 * POST /user/auth/logout. `end_session_url` is where a session that began at an identity provider is ended there too.
 */
export const loggedOut = done.extend({ end_session_url: z.url().optional() })

/** POST /user/auth/forgot-password: the same answer for every address. */
export const forgotPassword = z.object({ email: z.email().max(emailMaxLength) })
/** POST /user/auth/reset-password: the single-use token from the mail. */
export const resetPassword = z.object({ token: z.string().min(1).max(200), password: newPassword })
