import type { BenchPage } from './bench-page.ts'
import { changeScreen, dashboard, screens, whenOpen } from './change-screen.ts'
import { measureMemory } from './memory-slope.ts'

// Who saves data is drawn nothing ahead: what is in memory is what was opened.
const savesData = `Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true, effectiveType: '4g' }) })`

/** Bytes of the heap after the first screen, and after all six were opened. */
export async function memoryOfMounted({ page, cdp }: BenchPage): Promise<{ one: number; all: number }> {
  await cdp.send('Performance.enable')
  await page.addInitScript({ content: savesData })
  const [first, ...others] = screens
  if (!first) throw new Error('there is no screen')
  await page.goto(first.url)
  await whenOpen(page, first)
  await page.waitForTimeout(3000)
  const { heap: one } = await measureMemory(page, cdp)
  for (const screen of [...others, dashboard, first]) await changeScreen(page, cdp, screen)
  await page.waitForTimeout(3000)
  const { heap: all } = await measureMemory(page, cdp)
  return { one, all }
}
