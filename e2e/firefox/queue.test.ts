import { openScreen } from './on-the-page.ts'
import { expect, test } from './test.ts'

test('a PDF is drawn in the verification queue, by the viewer of Firefox', async ({ signedIn }) => {
  await openScreen(signedIn, '/drivers/queue', 'Verification queue')
  const frame = await (await signedIn.locator('main iframe').waitHandle()).contentFrame()
  await frame.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('#viewer .page[data-loaded="true"] canvas')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    // Paper is white. What is drawn on it is not.
    return pixels.some((value, at) => at % 4 !== 3 && value < 128)
  })
  expect(frame.url()).toContain('/uploads/')
})
