import { heldBack } from './api-faults.ts'
import { readings } from './subjects.ts'
import { expect, isPlayed, test } from './test.ts'

const loading = '.il-loading, .ant-skeleton'

for (const reading of readings.filter(({ name }) => isPlayed(name, ['Drivers', 'Dashboard', 'Chat'])))
  test(`${reading.name}: what shows that it loads is unseen for 150 ms, in the place that it takes`, async ({
    page,
    api,
    world,
  }) => {
    const { fault, letGo } = heldBack()
    api.play(reading.call(world), fault)
    await page.goto(reading.path(world))
    await reading.open?.(page)
    await page.locator(loading).first().waitFor()
    // Its animation is begun anew and looked at, so that no machine is too slow for what is asked.
    const seen = await page
      .locator(loading)
      .first()
      .evaluate((element: HTMLElement) => {
        const size = () => JSON.stringify(element.getBoundingClientRect())
        const [after, sizeAfter] = [getComputedStyle(element).visibility, size()]
        element.style.animation = 'none'
        void element.offsetWidth
        element.style.animation = ''
        const [late] = element.getAnimations()
        late?.pause()
        const at = (ms: number) => {
          if (late) late.currentTime = ms
          return getComputedStyle(element).visibility
        }
        return { after, at0: at(0), at149: at(149), sameSize: size() === sizeAfter, at152: at(152) }
      })
    expect(seen).toEqual({ after: 'visible', at0: 'hidden', at149: 'hidden', sameSize: true, at152: 'visible' })
    letGo()
    await expect(reading.content(page)).toBeVisible()
  })
