import { expect, type Page } from '@playwright/test'

/**
 * Asks every enabled control in the window whether a click on its middle would reach it: as it stands, or once it is
 * scrolled from below what floats. With a dialog open, the controls of the dialog.
 */
export async function expectUncovered(page: Page, after: string): Promise<void> {
  const covered = await page.evaluate(() => {
    const controls = 'a[href], button, input, select, textarea, [role="switch"], [role="checkbox"], [role="tab"]'
    const isReached = (control: Element) => {
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return hit !== null && (control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control))
    }
    const isInWindow = (control: Element) => {
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      return width > 1 && height > 1 && x > 0 && y > 0 && x < innerWidth && y < innerHeight
    }
    const dialog = [...document.querySelectorAll('[role="dialog"]')].filter((one) => one.checkVisibility()).at(-1)
    const found = [...(dialog ?? document).querySelectorAll(controls)].filter(
      (one) =>
        !one.matches(':disabled, [aria-hidden="true"], [aria-hidden="true"] *') &&
        one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        isInWindow(one),
    )
    const { scrollX, scrollY } = window
    const isFree = (control: Element) => {
      if (isReached(control)) return true
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const isSo = isReached(control)
      window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
      return isSo
    }
    const nameOf = (one: Element) => one.getAttribute('aria-label') ?? `${one.tagName} ${one.textContent}`
    return { asked: found.length, names: found.filter((one) => !isFree(one)).map(nameOf) }
  })
  expect(covered.asked, `controls after ${after}`).toBeGreaterThan(3)
  expect(covered.names, `covered after ${after}`).toEqual([])
}
