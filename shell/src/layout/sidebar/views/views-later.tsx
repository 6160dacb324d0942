import { useEffect, useState } from 'react'
import { usePermitted } from '@interline/shared/session'
import { lazyWithRetry } from '@interline/shared/ui'
import { afterFirstScreen } from '../../../page/when-idle.ts'
import type { ReadViewsProps } from './read-views.tsx'

const ReadViews = lazyWithRetry<ReadViewsProps>(
  async () => (await import(/* webpackChunkName: "views" */ './read-views.tsx')).ReadViews,
  { isQuiet: true },
)

/** Reads the views of the sidebar once the first screen stands; never from a backend that is not ours. */
export function ViewsLater(props: ReadViewsProps) {
  const hasOurs = usePermitted('records:read')
  const [isWanted, setWanted] = useState(false)
  useEffect(() => afterFirstScreen(() => setWanted(true)), [])
  return isWanted && hasOurs ? <ReadViews {...props} /> : null
}
