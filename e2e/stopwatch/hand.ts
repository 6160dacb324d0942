import type { Download, Locator, Page } from '@playwright/test'

/** What a task cost. `typed` is the part of `keys` that is text: a name, an answer. */
export type Count = { clicks: number; keys: number; typed: number }

export const sum = ({ clicks, keys }: Count) => clicks + keys

/** How clicks and keys are counted, in one sentence each. */
export const rules = [
  'Each press of a mouse button is one click.',
  'Each press of a key is one key, and of a chord each of its keys: Ctrl+K is two.',
  'Each character of a typed text is one key, whatever it takes on the keyboard; a person is looked for by the surname alone.',
  'A document that opens in a tab of its own costs one click more, which closes that tab.',
  'Looking, scrolling and waiting cost nothing.',
] as const

/** The hand of one person at one page: it does nothing to the page but clicks and keys, and counts each. */
export class Hand {
  readonly count: Count = { clicks: 0, keys: 0, typed: 0 }

  constructor(readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.count.clicks += 1
    await target.click()
  }

  /** A key, or a chord such as `Control+k`, wherever the focus is. */
  async press(chord: string): Promise<void> {
    this.count.keys += chord.split('+').length
    await this.page.keyboard.press(chord)
  }

  /** A text, wherever the focus is. */
  async type(text: string): Promise<void> {
    const { length } = [...text]
    this.count.keys += length
    this.count.typed += length
    await this.page.keyboard.type(text)
  }

  /** Looks at a document that a link opens in a tab of its own, and closes that tab. */
  async lookAt(link: Locator): Promise<void> {
    const opened = this.page.context().waitForEvent('page')
    await this.click(link)
    const tab = await opened
    this.count.clicks += 1
    await tab.close()
  }

  /** Clicks what saves a file. */
  async download(target: Locator): Promise<Download> {
    const saved = this.page.waitForEvent('download')
    await this.click(target)
    return saved
  }
}
