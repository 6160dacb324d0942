import { useEffect, useState } from 'react'
import { usePermitted } from '@interline/shared/session'
import { lazyWithRetry } from '@interline/shared/ui'
import { afterFirstScreen, savesData } from '../../../page/when-idle.ts'
import type { ReadViewsProps } from './read-views.tsx'

const ReadViews = lazyWithRetry<ReadViewsProps>(
  async () => (await import(/* webpackChunkName: "views" */ './read-views.tsx')).ReadViews,
  { isQuiet: true },
)

/**
 * Reads the views of the sidebar once the first screen stands, or for who saves data when they begin to do something;
 * never from a backend that is not ours.
 */
export function ViewsLater(props: ReadViewsProps) {
  const hasOurs = usePermitted('records:read')
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    if (!savesData()) return afterFirstScreen(want)
    const types = ['pointerdown', 'keydown'] as const
    for (const type of types) document.addEventListener(type, want)
    return () => types.forEach((type) => document.removeEventListener(type, want))
  }, [])
  return isWanted && hasOurs ? <ReadViews {...props} /> : null
}
