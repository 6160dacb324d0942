import { startProduct, type Product } from '../harness/product/product.ts'
import { sessionState } from '../harness/backend/session-state.ts'
import { expect, test as base } from '../harness/test.ts'
import { Hand, sum } from './hand.ts'
import { inTheProduct, makeView } from './in-the-product.ts'
import { openOffice, type Office } from './office.ts'
import { readCounts } from './read-counts.ts'
import { mostOfPeer, play, taskNames, tasks } from './tasks.ts'

type Own = { product: Product; office: Office }

// A queue, chats and counts that no other test touches; and a sign-in of the last ten minutes, which an export needs.
const test = base.extend<object, { own: Own }>({
  own: [
    async ({}, use) => {
      const product = await startProduct('stopwatch', { DEMO_ROWS: '200' })
      await use({ product, office: await openOffice(product.apiUrl) })
      await product.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ own }, use) => use(own.product.url),
  storageState: async ({ own }, use) => use(sessionState(own.product.url, own.office.owner)),
})

// In one worker, with one product.
test.describe.configure({ mode: 'serial' })

for (const task of taskNames)
  test(`${tasks[task]}: as few clicks and keys as docs/stopwatch.md says`, async ({ page, own }) => {
    if (task === 'cancellations') {
      await page.goto('/')
      await makeView(new Hand(page))
    }
    const count = await play(task, { hands: inTheProduct, office: own.office, turn: 'first', page, home: '/' })
    const [written, ...peers] = readCounts(task)
    // What the peers need is counted by `npm run bench -- stopwatch --update`, which writes the document.
    expect(count).toEqual(written)
    for (const peer of peers) expect(sum(count) / sum(peer)).toBeLessThanOrEqual(mostOfPeer[task])
  })
