import { StrictMode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '@interline/shared'
import { InterlineProvider } from '@interline/shared/ui'
import { RouterProvider, type createBrowserRouter } from '@interline/shared/router'

/**
 * The one theme, query client and router of all parts. A change of screen is drawn in one go: as a transition it gives way to each frame of
 * whatever moves meanwhile, such as the entry that was clicked, and comes later by all of them.
 */
export function Shell({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  return (
    <StrictMode>
      <InterlineProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} useTransitions={false} />
        </QueryClientProvider>
      </InterlineProvider>
    </StrictMode>
  )
}
