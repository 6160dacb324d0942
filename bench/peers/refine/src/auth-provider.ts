import type { AuthProvider } from '@refinedev/core'
import { ApiError, readToken, signIn, signOut } from '../../drivers-api.ts'

export const authProvider: AuthProvider = {
  login: async ({ email, password }: { email: string; password: string }) => {
    await signIn(email, password)
    return { success: true, redirectTo: '/drivers' }
  },
  logout: async () => {
    signOut()
    return { success: true, redirectTo: '/login' }
  },
  check: async () => (readToken() ? { authenticated: true } : { authenticated: false, redirectTo: '/login' }),
  onError: async (error: unknown) => (error instanceof ApiError && error.status === 401 ? { logout: true } : {}),
}
