import { usePermitted } from '@interline/shared/session'
import { lazyWithRetry } from '@interline/shared/ui'
import { useAfterFirstScreen } from '../../../page/when-idle.ts'
import type { ReadViewsProps } from './read-views.tsx'

const ReadViews = lazyWithRetry<ReadViewsProps>(
  async () => (await import(/* webpackChunkName: "views" */ './read-views.tsx')).ReadViews,
  { isQuiet: true },
)

/** Reads the views of the sidebar once the first screen stands; never from a backend that is not ours. */
export function ViewsLater(props: ReadViewsProps) {
  const hasOurs = usePermitted('records:read')
  const isTime = useAfterFirstScreen()
  return isTime && hasOurs ? <ReadViews {...props} /> : null
}
