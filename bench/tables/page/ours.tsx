import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../../shared/src/api/index.ts'
import { createBrowserRouter, RouterProvider } from '../../../shared/src/router/index.ts'
import { InterlineProvider } from '../../../shared/src/ui/index.ts'
import { routes } from '../../../mfe-drivers/src/routes.tsx'

const router = createBrowserRouter(routes)

/** Drivers, against a backend that knows no more than SPEC §7. */
export const Ours = () => (
  <InterlineProvider>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </InterlineProvider>
)
