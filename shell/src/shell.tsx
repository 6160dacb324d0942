import { StrictMode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '@interline/shared'
import { InterlineProvider } from '@interline/shared/ui'
import { RouterProvider, type createBrowserRouter } from '@interline/shared/router'

/** The one theme, query client and router of all parts. */
export function Shell({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  return (
    <StrictMode>
      <InterlineProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </InterlineProvider>
    </StrictMode>
  )
}
