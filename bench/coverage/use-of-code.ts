import type { Browser } from '@playwright/test'
import { firstLoad } from '../load/first-load.ts'

/** A script of a page: its text, and for each character of it whether it ran (1) or not (0). */
export type UsedScript = { url: string; text: string; ran: Uint8Array }

type Range = { startOffset: number; endOffset: number; count: number }
export type Covered = { url: string; functions: { ranges: Range[] }[] }

/**
 * Loads a screen slowly and says of each script that was asked for until a row of its table is drawn what of it ran by
 * then.
 */
export const useOfCode = (
  browser: Browser,
  what: { url: string; storageState: Parameters<typeof firstLoad>[1]['storageState']; row: string },
): Promise<UsedScript[]> =>
  firstLoad(
    browser,
    {
      ...what,
      before: async (session) => {
        await session.send('Profiler.enable')
        await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
      },
    },
    async ({ requests }, session) => {
      const { result } = await session.send('Profiler.takePreciseCoverage')
      const urls = [...new Set(requests.filter(({ kind }) => kind === 'Script').map(({ url }) => url))]
      return Promise.all(urls.map(async (url) => usedScript(url, await (await fetch(url)).text(), result)))
    },
  )

/** A script that is not among what was covered was loaded and never run. */
export function usedScript(url: string, text: string, covered: Covered[]): UsedScript {
  const ran = new Uint8Array(text.length)
  const ranges = covered
    .filter((one) => one.url === url)
    .flatMap(({ functions }) => functions.flatMap((one) => one.ranges))
  // A range inside of another says it more exactly.
  for (const { startOffset, endOffset, count } of ranges.sort(
    (a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset,
  )) {
    ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  }
  return { url, text, ran }
}

/** How many bytes of a script, or of the characters from `from` to `to` of it, there are and did not run. */
export function sizeOf({ text, ran }: UsedScript, from = 0, to = text.length): { bytes: number; unused: number } {
  let unused = 0
  for (let at = from; at < to;) {
    const change = ran.indexOf(ran[at] === 1 ? 0 : 1, at)
    const end = change === -1 || change > to ? to : change
    if (ran[at] === 0) unused += Buffer.byteLength(text.slice(at, end))
    at = end
  }
  return { bytes: Buffer.byteLength(text.slice(from, to)), unused }
}
