import { atMost, median, tenths, type Check } from '../check.ts'
import { interpreted, openBench } from './bench-page.ts'
import { changeScreen, dashboard, screens, type Change } from './change-screen.ts'
import { memorySlope } from './memory-slope.ts'

const rounds = 5
const roundsOfFirstVisits = 3
const slowdown = 4
const log = (line: string) => void process.stdout.write(`${line}\n`)

/** From a click in the sidebar to the screen, on a CPU four times slower; and what 200 such changes leave in memory. */
export async function benchScreens(): Promise<Check[]> {
  const bench = await openBench()
  try {
    const visited = new Map<string, Change[]>([dashboard, ...screens].map(({ entry }) => [entry, []]))
    const { page, cdp, context } = await bench.newPage()
    await page.goto('/')
    await page.locator(dashboard.content).first().waitFor()
    // The browser is idle: the other parts come in.
    await page.waitForTimeout(3000)
    for (const screen of [...screens, dashboard]) await changeScreen(page, screen)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    for (let round = 0; round < rounds; round += 1) {
      for (const screen of [...screens, dashboard]) {
        await page.waitForTimeout(600)
        visited.get(screen.entry)?.push(await changeScreen(page, screen))
      }
    }
    await context.browser()?.close()

    const prefetched = new Map<string, number[]>(screens.map(({ entry }) => [entry, []]))
    for (let round = 0; round < roundsOfFirstVisits; round += 1) {
      for (const screen of screens) {
        const fresh = await bench.newPage()
        await fresh.page.goto('/')
        await fresh.page.locator(dashboard.content).first().waitFor()
        await fresh.page.waitForTimeout(3000)
        await fresh.cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
        prefetched.get(screen.entry)?.push((await changeScreen(fresh.page, screen)).heading)
        await fresh.context.browser()?.close()
      }
    }

    const shown = [...visited].map(([entry, changes]) => ({
      entry,
      ms: median(changes.map(({ content }) => content)),
      heading: median(changes.map(({ heading }) => heading)),
    }))
    for (const { entry, ms, heading } of shown)
      log(`${entry.padEnd(14)} visited before: heading ${Math.round(heading)} ms, content ${Math.round(ms)} ms`)
    const first = [...prefetched].map(([entry, all]) => ({ entry, ms: median(all) }))
    for (const { entry, ms } of first) log(`${entry.padEnd(14)} prefetched only: heading ${Math.round(ms)} ms`)

    const memory = await bench.newPage(interpreted)
    const left = await memorySlope(memory.page, memory.cdp)
    const longest = (all: { ms: number }[]) => Math.max(...all.map(({ ms }) => ms))
    return [
      atMost(
        'change to a screen visited before, to the frame with its content, CPU ×4, slowest screen (median of 5)',
        longest(shown),
        100,
      ),
      atMost(
        'change to a screen prefetched only, to the frame with its heading, CPU ×4, slowest screen (median of 3)',
        longest(first),
        100,
      ),
      tenths('heap kept for each of 200 changes of screen', left.heap, 5, 'KB'),
      tenths('DOM nodes kept for each of 200 changes of screen', left.nodes, 0.5, 'nodes'),
      tenths('event listeners kept for each of 200 changes of screen', left.listeners, 0.1, 'listeners'),
    ]
  } finally {
    await bench.close()
  }
}
