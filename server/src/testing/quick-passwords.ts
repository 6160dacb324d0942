import { Passwords } from '../auth/password.ts'

/** Hashes that cost next to nothing: hundreds of people register and sign in. */
export const quickPasswords = new Passwords({ memoryCost: 64, timeCost: 1 })
