import { compare, firstLoad, mostRequests, mostTrips } from '../harness/page/budgets.ts'
import { readInstances } from '../harness/product/instances.ts'
import { release } from '../harness/product/product.ts'
import { openScreen, screens } from '../harness/page/screens.ts'
import { expect, long, longUnless, test } from '../harness/test.ts'

type Live = Record<'shell', Pinned> & { remotes: Record<string, Pinned> }
type Pinned = { url: string; descriptor: { name: string; files: { path: string }[] } }

for (const { path, heading } of screens) {
  test(
    `the first load of ${path} keeps below its ceiling, with few requests of code and round trips`,
    longUnless(path === '/drivers'),
    async ({ page }) => {
      const { bytes, requests, roundTrips } = await firstLoad(page, () => openScreen(page, path, heading))
      const { said, ceiling } = compare(path, bytes)
      console.log(said)
      expect(
        bytes,
        `${said}. Take it back, or move the ceiling: npm run bench -- budgets --update, and say in the commit why`,
      ).toBeLessThanOrEqual(ceiling)
      expect(requests).toBeLessThanOrEqual(mostRequests)
      expect(roundTrips).toBeLessThanOrEqual(mostTrips(path))
    },
  )
}

test('release sizes says what the origins send, compressed when it was published', long, async () => {
  const { product } = readInstances()
  const live = JSON.parse(await release(product, 'status', '--json')) as Live
  const { sizes } = JSON.parse(await release(product, 'sizes', '--json')) as {
    sizes: { part: string; bytes: number }[]
  }
  for (const { url, descriptor } of Object.values(live.remotes)) {
    const code = descriptor.files.filter(({ path }) => /\.(js|css)$/.test(path))
    const sent = await Promise.all(
      code.map(async ({ path }) =>
        Number((await fetch(url + path, { headers: { 'accept-encoding': 'br' } })).headers.get('content-length')),
      ),
    )
    expect(
      sent.reduce((sum, bytes) => sum + bytes, 0),
      descriptor.name,
    ).toBe(sizes.filter(({ part }) => part === descriptor.name).reduce((sum, { bytes }) => sum + bytes, 0))
  }
})

test('growth is said of a screen that grew by more than 2 % and 2 KB', () => {
  const budgets = { '/drivers': { bytes: 400_000, ceiling: 420_000 }, '/small': { bytes: 10_000, ceiling: 20_000 } }
  const said = (path: string, bytes: number) => compare(path, bytes, budgets).said
  expect(said('/drivers', 408_001)).toBe(
    '/drivers: bytes of code, +8001 to what landed (say in the commit what it buys)',
  )
  expect(said('/drivers', 408_000)).toBe('/drivers: bytes of code, +8000 to what landed')
  expect(said('/drivers', 399_000)).toBe('/drivers: bytes of code, -1000 to what landed')
  expect(said('/small', 12_000)).toBe('/small: bytes of code, +2000 to what landed')
  expect(compare('/new', 1, budgets).ceiling).toBe(0)
})
