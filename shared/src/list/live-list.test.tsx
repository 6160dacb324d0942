import { describe, expect, it, vi } from 'vitest'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { notifyAllRows } from '../realtime/row-changes.ts'
import {
  arrives,
  changes,
  drawnAgain,
  failOnce,
  happens,
  iChange,
  isolateLiveLists,
  keys,
  line,
  noPill,
  open,
  person,
  pill,
  press,
  requests,
  serve,
  shows,
  start,
  notify,
  upTo,
} from '../testing/live-list-kit.tsx'

vi.mock('../realtime/backoff.ts', async (original) => {
  const { withBackoff } = await original<typeof import('../realtime/backoff.ts')>()
  return { withBackoff: (check: () => Promise<boolean>) => withBackoff(check, { soon: 5, gap: 20 }) }
})
isolateLiveLists()

const lines = () => keys().map((key) => line(key ?? ''))

describe('a row that somebody changed', () => {
  it('is asked for by its id, shown in its place, and drawn again alone', async () => {
    const { before } = await open()
    const beside = line('p29')
    changes(28, { full_name: 'Renamed' })
    await shows('Renamed')
    expect(requests()).toEqual(['?ids=p28&page=1&page_size=1'])
    expect([keys(), line('p29')]).toEqual([before, beside])
    expect(drawnAgain()).toEqual(['Renamed'])
    expect(line('p28')?.dataset['changed']).toBe('once')
    noPill()
  })

  it('asks for nothing when it is on another page and cannot get here', async () => {
    await open()
    changes(3)
    changes(28, { full_name: 'Renamed' })
    await shows('Renamed')
    expect(requests()).toEqual(['?ids=p28&page=1&page_size=1'])
  })

  it('stays where it is, brought up to date, when it no longer belongs there', async () => {
    const { before } = await open({ at: '/people?city=Bern' })
    changes(29, { city: 'Basel', full_name: 'Moved Away' })
    await press('Changed · Update')
    expect(requests().at(-1)).toBe('?ids=p29&page=1&page_size=1')
    expect([before[1], keys()[1]]).toEqual(['p29', 'p28'])
    expect(screen.queryByLabelText('Moved Away')).toBeNull()
  })

  it('is found where the order may have changed, too: by the page, and what left it by id', async () => {
    const { before } = await open({ at: '/people?sort=full_name', first: 'Person 1' })
    changes(1, { full_name: 'Zoe' })
    await shows('Zoe')
    expect(keys()).toEqual(before)
    await press('Changed · Update')
    expect(keys()).not.toContain('p1')
  })

  it('is found where the backend knows no ids', async () => {
    await open({ from: 'pages, knows no ids' })
    changes(25, { full_name: 'Renamed' })
    await shows('Renamed')
    expect(requests()).toHaveLength(2)
    noPill()
  })

  it.each([
    ['what an older backend says', { ids: ['p28'], kind: null }],
    ['a noun alone', { ids: null, kind: null }],
  ] as const)('is found with %s', async (_, change) => {
    await open()
    happens.change(28, { full_name: 'Renamed' })
    notify(change)
    await shows('Renamed')
    noPill()
  })

  it('leaves the focus and what is typed beside it alone', async () => {
    await open()
    const typed = await shows('Person 27')
    await userEvent.type(typed, ' and more')
    changes(28, { full_name: 'Renamed' })
    await shows('Renamed')
    expect(document.activeElement).toBe(typed)
    expect((typed as HTMLInputElement).value).toBe('Person 27 and more')
  })
})

describe('new rows', () => {
  it('wait behind a pill that says how many; pressing it shows them and leads to the list', async () => {
    await open()
    const before = lines()
    arrives(person(31), person(32))
    const button = await pill('2 new · Show')
    expect(lines()).toEqual(before)
    expect(screen.getByText('30 entries')).toBeTruthy()
    expect(document.querySelector('.il-changes [role="status"]')?.textContent).toBe('2 new people')
    await userEvent.click(button)
    expect(keys().slice(0, 3)).toEqual(['p32', 'p31', 'p30'])
    expect(screen.getByText('32 entries')).toBeTruthy()
    expect([line('p32')?.dataset['changed'], line('p30')?.dataset['changed']]).toEqual(['once', undefined])
    expect(document.activeElement?.classList.contains('il-list-body')).toBe(true)
    noPill()
  })

  it('are on the first page, where pressing the pill leads from a later one', async () => {
    const { router, before } = await open({ at: '/people?page=2', first: 'Person 20' })
    arrives(person(31))
    const button = await pill('1 new · Show')
    expect(keys()).toEqual(before)
    await userEvent.click(button)
    await waitFor(() => expect(keys()[0]).toBe('p31'))
    expect(router.state.location.search).toBe('')
    noPill()
  })

  it('are announced in another order only when they belong on this page', async () => {
    await open({ at: '/people?sort=full_name', first: 'Person 1' })
    arrives(person(31, { full_name: 'Zoe' }))
    await screen.findByText('31 entries')
    noPill()
    arrives(person(32, { full_name: 'Ann' }))
    await press('1 new · Show')
    expect(keys()[0]).toBe('p32')
  })

  it('show at once where there were none: nothing moves', async () => {
    serve('pages', [])
    start()
    await screen.findByText('Nothing here yet')
    happens.create(person(2))
    arrives(person(1))
    await waitFor(() => expect(keys()).toEqual(['p2', 'p1']))
    noPill()
  })

  it('of a thousand in a second cost a few requests, and one pill', async () => {
    await open()
    arrives(...upTo(1030).slice(30))
    await pill('1,000 new · Show')
    expect(requests().length).toBeLessThanOrEqual(3)
  })

  it('do not push down what the reader changed: it shows in its place', async () => {
    const { before } = await open()
    happens.create(person(31))
    await iChange(29, { full_name: 'Mine' })
    await shows('Mine')
    expect(keys()).toEqual(before)
    await pill('1 new · Show')
  })
})

describe('a list', () => {
  it('is taken as it is after a change of one’s own that moves only rows of it', async () => {
    await open({ at: '/people?city=Bern' })
    await iChange(29, { city: 'Basel' })
    await waitFor(() => expect(keys()[1]).toBe('p28'))
    noPill()
  })

  it('checks once after the connection came back, and at the press of Refresh shows all', async () => {
    await open()
    happens.create(person(31))
    happens.change(30, { full_name: 'Renamed' })
    act(() => notifyAllRows('lost'))
    await pill('1 new · Show')
    await shows('Renamed')
    await userEvent.click(screen.getByRole('button', { name: 'Refresh People List' }))
    await waitFor(() => expect(keys()[0]).toBe('p31'))
    noPill()
  })

  it('checks once after the first connection is open, for what happened before', async () => {
    await open()
    happens.create(person(31))
    act(() => notifyAllRows('first'))
    await pill('1 new · Show')
  })

  it('tries again after a failure, and says nothing of it in the way of the rows', async () => {
    await open()
    failOnce()
    changes(28, { full_name: 'Renamed' })
    await shows('Renamed')
    expect(console.error).toHaveBeenCalledWith(expect.stringMatching(/Bringing \/admin\/people-\d+ up to date/))
    expect(screen.queryByText('These entries could not be brought up to date.')).toBeNull()
  })
})

describe('a backend that sends everything', () => {
  const from = 'sends everything'

  it('§7 is asked for nothing more as long as it says nothing', async () => {
    await open({ from })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    act(() => notifyAllRows('first'))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    vi.useRealTimers()
    // Had it been asked before, this would be the second time.
    changes(28, { full_name: 'Renamed' })
    await shows('Renamed')
    expect(requests()).toHaveLength(1)
  })

  it('has changed rows shown in their place and new ones behind the pill', async () => {
    const { before } = await open({ from })
    happens.change(28, { full_name: 'Renamed' })
    happens.createFirst(person(31))
    notify({ ids: null, kind: null })
    await shows('Renamed')
    expect(keys()).toEqual(before)
    expect(drawnAgain()).toEqual(['Renamed'])
    await press('1 new · Show')
    expect(keys().slice(0, 2)).toEqual(['p31', 'p30'])
  })

  it('keeps a row in its place that a filter no longer keeps', async () => {
    const { before } = await open({ from, at: '/people?city=Bern' })
    changes(29, { city: 'Basel', full_name: 'Moved Away' })
    await shows('Moved Away')
    expect(keys()).toEqual(before)
    await press('Changed · Update')
    expect(keys()[1]).toBe('p28')
  })

  it('leaves many rows where they are while they are put in order', async () => {
    const { before } = await open({ from, people: upTo(3000), first: 'Person 3000' })
    happens.change(2999, { full_name: 'Renamed' })
    happens.createFirst(person(3001))
    notify({ ids: null, kind: null })
    await shows('Renamed')
    expect(keys()).toEqual(before)
    await pill('1 new · Show')
  })
})
