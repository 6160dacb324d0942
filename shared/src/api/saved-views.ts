import type { SavedView } from '../contract/index.ts'
import { getRows } from './api.ts'

/** The query of the lists that administrators saved: own ones and shared ones, by name. */
export const savedViews = {
  queryKey: ['views', 'list'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await getRows<SavedView>('/admin/views', {}, signal)).rows,
}

/** Whether the address of a screen, its part from `?` on, shows what a view does; page and size are no part of it. */
export function isViewOpen({ query }: Pick<SavedView, 'query'>, search: string): boolean {
  const [view, now] = [query, search].map((text) => {
    const params = new URLSearchParams(text)
    for (const name of ['page', 'size', 'cursor']) params.delete(name)
    params.sort()
    return params.toString()
  })
  return view === now
}
