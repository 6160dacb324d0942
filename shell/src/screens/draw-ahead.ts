import { queryClient } from '@interline/shared/api'
import type { MountedScreen } from './mounted-screens.ts'
import type { MountedScreens } from './use-mounted-screens.ts'

/** A screen that takes longer to draw in idle time is left to its visit; ms. */
const mostMs = 3000

/**
 * Draws a screen that nobody visited, hidden and without its effects: once to see what it asks the API for, and once
 * more with the answers. Its visit then has nothing to load and nothing to draw.
 */
export async function drawAhead(path: string, { addAhead, drop }: Pick<MountedScreens, 'addAhead' | 'drop'>) {
  const queries = queryClient.getQueryCache()
  const known = new Set(queries.getAll())
  const outline = addAhead(path)
  if (!outline || !(await isDrawn(outline))) return
  // Without its effects, a screen makes its queries and does not send them.
  const wanted = queries
    .getAll()
    .filter((query) => !known.has(query) && query.state.data === undefined && !isSwitchedOff(query))
  if (wanted.length === 0) return
  await Promise.allSettled(wanted.map((query) => query.fetch()))
  drop(outline)
  const whole = addAhead(path)
  if (whole) await isDrawn(whole)
}

const isSwitchedOff = ({ options }: { options: object }) => 'enabled' in options && options.enabled === false

const isDrawn = ({ container }: MountedScreen) =>
  new Promise<boolean>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      watch.disconnect()
      resolve(container.hasChildNodes())
    }
    const watch = new MutationObserver(end)
    watch.observe(container, { childList: true })
    const timer = setTimeout(end, mostMs)
  })
