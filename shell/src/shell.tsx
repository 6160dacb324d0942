import { StrictMode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '@interline/shared/api'
import { InterlineProvider } from '@interline/shared/ui'
import { RouterProvider, type createBrowserRouter } from '@interline/shared/router'

/**
 * The one theme, query client and router of all parts. A change of screen is drawn synchronously: as a React transition
 * it would wait for each frame of any animation, such as that of the clicked entry.
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
