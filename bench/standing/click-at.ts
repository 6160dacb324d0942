import type { CDPSession } from '@playwright/test'
import { standing, type Stood, type Wanted } from './in-page.ts'

/**
 * Clicks as a person's mouse does, who is there before the button goes down. Playwright's own click looks at the page
 * first, in the middle of what is measured.
 */
export async function clickAt(cdp: CDPSession, x: number, y: number, wanted: Wanted): Promise<Stood> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: standing(wanted) })
  if (result.objectId === undefined) throw new Error('the page cannot be watched')
  const stood = cdp.send('Runtime.awaitPromise', { promiseObjectId: result.objectId, returnByValue: true })
  const mouse = { x, y, button: 'left', clickCount: 1 } as const
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse })
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`no screen of ${JSON.stringify(wanted)} within 60 s`)), 60_000).unref(),
  )
  const { result: seen } = await Promise.race([stood, late])
  return seen.value as Stood
}
