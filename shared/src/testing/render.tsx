import type { ContextType, ReactNode } from 'react'
import { render } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../api/index.ts'
import { createMemoryRouter, RouterProvider } from '../router/index.ts'
import type { RouteObject } from '../router/index.ts'
import { RemoteSettingsContext } from '../session/index.ts'
import { InterlineProvider } from '../ui/index.ts'

/** A release sets these. */
type Settings = ContextType<typeof RemoteSettingsContext>

/** The shell gives this to a remote, but its router. */
export const ShellProviders = ({ settings = {}, children }: { settings?: Settings; children: ReactNode }) => (
  <InterlineProvider>
    <QueryClientProvider client={queryClient}>
      <RemoteSettingsContext value={settings}>{children}</RemoteSettingsContext>
    </QueryClientProvider>
  </InterlineProvider>
)

type Entry = string | { pathname: string; state?: unknown }

/** Draws what the routes have at the last of these addresses; the others were before it. */
export function openRoutes(routes: RouteObject[], addresses: Entry | Entry[] = '/', settings: Settings = {}) {
  const router = createMemoryRouter(routes, { initialEntries: [addresses].flat() })
  render(
    <ShellProviders settings={settings}>
      <RouterProvider router={router} />
    </ShellProviders>,
  )
  return router
}
