import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fileDocuments, review } from './reviews.ts'
import type { Person } from './person.ts'
import type { Stage } from './stage.ts'

const sent: [path: string, payload: object][] = []
beforeEach(() => void sent.splice(0))
afterEach(() => void vi.restoreAllMocks())

/** A stage with one driver. */
function stageWith(reverify_status: '' | 'Pending'): Stage {
  const profile = { _id: 'd1', full_name: 'Ava Hayes', role: 'driver', reverify_status }
  const post = (path: string, payload: object) => {
    sent.push([path, payload])
    return Promise.resolve()
  }
  return {
    apiUrl: '',
    drivers: [{ profile, read: () => Promise.resolve(profile) } as unknown as Person],
    users: [],
    administrator: { full_name: 'Theo Marchetti', post, postForm: post },
    log: () => undefined,
  }
}

it('a driver who waits is approved, or rejected with a reason and with a note where the reason needs one', async () => {
  for (const at of [0.1, 0.6, 0.999]) {
    vi.spyOn(Math, 'random').mockReturnValue(at)
    expect(await review(stageWith('Pending'))).toBe(true)
  }
  const [approved, rejected, withNote] = sent
  expect(approved).toEqual(['/admin/drivers/queue/approve', { _id: 'd1' }])
  expect(rejected).toEqual(['/admin/drivers/queue/reject', { _id: 'd1', reason: 'incomplete' }])
  expect(withNote?.[1]).toMatchObject({ reason: 'other', note: expect.stringContaining('call us') })
})

it('nobody is reviewed who does not wait, or where no administrator takes part', async () => {
  expect(await review(stageWith(''))).toBe(false)
  expect(await review({ ...stageWith('Pending'), administrator: undefined })).toBe(false)
  expect(sent).toEqual([])
})

it('a document is filed as a PDF, with the day until which it is good', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.3)
  expect(await fileDocuments(stageWith(''))).toBe(true)
  const [[path, form] = [], [, expiry] = []] = sent
  expect(path).toBe('/admin/edit-profile/driver')
  const file = (form as FormData).get('driving_licence') as File
  expect(await file.text()).toMatch(/^%PDF-1\.4[^]*driving_licence of Ava Hayes[^]*%%EOF$/)
  const expired = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  expect(expiry).toEqual({ _id: 'd1', expires_on: { driving_licence: expired } })
})
