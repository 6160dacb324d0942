import type { AuthProvider } from 'react-admin'
import { ApiError, readToken, signIn, signOut } from '../../drivers-api.ts'

export const authProvider: AuthProvider = {
  login: ({ username, password }: { username: string; password: string }) => signIn(username, password),
  logout: async () => signOut(),
  checkAuth: async () => {
    if (!readToken()) throw new Error('signed out')
  },
  checkError: async (error) => {
    if (error instanceof ApiError && error.status === 401) throw error
  },
}
