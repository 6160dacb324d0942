import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { refreshSoon } from '../realtime/index.ts'
import { session } from '../session/session.ts'
import { arrivedPage } from './api.ts'
import { firstAnswerArrived, takeArrivedAnswer, takeFirstAnswer } from './first-answer.ts'
import { outdate, queryClient, refreshResource } from './query-client.ts'

const page = window as Window & { interlineFirst?: unknown }
const url = 'http://api.test/api/v1/admin/drivers?page=1&page_size=20&sort=-createdAt'

function setFirstRequest(answer: Promise<unknown>, at = performance.now(), of = url) {
  const first: { url: string; token: string; at: number; body?: unknown; arrived: Promise<void> } = {
    url: of,
    token: 'T',
    at,
    arrived: answer.then(
      (body) => void (first.body = body),
      () => undefined,
    ),
  }
  page.interlineFirst = first
}

const isAnswer = (body: unknown): body is object => typeof body === 'object'

afterEach(() => delete page.interlineFirst)

it('is taken once, by whoever asks for just that in the name of the same session', async () => {
  setFirstRequest(Promise.resolve({ success: true, data: [] }))
  expect(await takeFirstAnswer(`${url}&q=Jane`, 'T')).toBeUndefined()
  expect(
    await takeFirstAnswer('http://api.test/api/v1/admin/users?page=1&page_size=20&sort=-createdAt', 'T'),
  ).toBeUndefined()
  expect(await takeFirstAnswer(url, 'another session')).toBeUndefined()
  expect(await takeFirstAnswer(url, 'T')).toEqual({ success: true, data: [] })
  expect(await takeFirstAnswer(url, 'T')).toBeUndefined()
})

it('is the same question when its parameters come in another order or spelling', async () => {
  setFirstRequest(Promise.resolve({ success: true }))
  expect(
    await takeFirstAnswer('http://api.test/api/v1/admin/drivers?sort=%2DcreatedAt&page=1&page_size=20', 'T'),
  ).toEqual({ success: true })
})

it('is asked for as usual when it did not come', async () => {
  setFirstRequest(Promise.reject(new TypeError('Failed to fetch')))
  expect(await takeFirstAnswer(url, 'T')).toBeUndefined()
})

it('is not taken by a screen that comes much later', async () => {
  setFirstRequest(Promise.resolve({ success: true }), performance.now() - 30_000)
  await firstAnswerArrived()
  expect(takeArrivedAnswer(url, 'T', isAnswer)).toBeUndefined()
  expect(await takeFirstAnswer(url, 'T')).toBeUndefined()
})

it('is taken at once when it is there, and not before', async () => {
  setFirstRequest(Promise.resolve({ success: true }))
  expect(takeArrivedAnswer(url, 'T', isAnswer)).toBeUndefined()
  await firstAnswerArrived()
  expect(takeArrivedAnswer(url, 'another session', isAnswer)).toBeUndefined()
  expect(takeArrivedAnswer(url, 'T', (body): body is object => body === 'of another kind')).toBeUndefined()
  expect(takeArrivedAnswer(url, 'T', isAnswer)?.body).toEqual({ success: true })
  expect(takeArrivedAnswer(url, 'T', isAnswer)).toBeUndefined()
})

it('is as old in a list as it is since the page asked for it', async () => {
  const user = { _id: 'a', full_name: 'Maya', email: '', role: 'admin' as const, profile_picture: null }
  session.getState().signIn({ token: 'T', user })
  const body = { success: true, data: [], meta: { total: 0, page: 1, page_size: 20 } }
  setFirstRequest(Promise.resolve(body), performance.now() - 20_000, `${location.origin}/api/v1/admin/drivers?page=1`)
  await firstAnswerArrived()
  const options = { queryKey: ['drivers', 'list'], ...arrivedPage('/admin/drivers', { page: 1 }) }
  const { data, dataUpdatedAt } = new QueryObserver(queryClient, options).getCurrentResult()
  expect(data).toEqual({ rows: [], meta: body.meta })
  expect(Math.round((Date.now() - dataUpdatedAt) / 1000)).toBe(20)
})

const changes: [what: string, change: () => unknown][] = [
  ['was made here', () => refreshResource('drivers')],
  ['was made by others', () => outdate('drivers')],
  ['was made by others, also while they are told of later', () => refreshSoon('drivers')],
]

it.each(changes)('is of no use after a change that %s', async (_, change) => {
  refreshSoon('drivers')
  setFirstRequest(Promise.resolve({ success: true }))
  await firstAnswerArrived()
  await change()
  expect(takeArrivedAnswer(url, 'T', isAnswer)).toBeUndefined()
  expect(await takeFirstAnswer(url, 'T')).toBeUndefined()
})

it.each(changes)('is taken by who waits for it during a change that %s', async (_, change) => {
  let answer: (body: object) => void = () => undefined
  setFirstRequest(new Promise((resolve) => (answer = resolve)))
  const taken = takeFirstAnswer(url, 'T')
  await change()
  answer({ success: true })
  expect(await taken).toEqual({ success: true })
})

it('is for a query without an answer, and not for one that is read again', async () => {
  const queryFn = async () => (await takeFirstAnswer(url, 'T')) ?? 'asked as usual'
  const read = () => queryClient.fetchQuery({ queryKey: ['drivers', 'first'], queryFn, staleTime: 0 })
  setFirstRequest(Promise.resolve('the first answer'))
  expect(await read()).toBe('the first answer')
  setFirstRequest(Promise.resolve('the first answer'))
  expect(await read()).toBe('asked as usual')
})
