import { afterEach, expect, it } from 'vitest'
import { firstAnswerArrived, takeArrivedAnswer, takeFirstAnswer } from './first-answer.ts'

const page = window as Window & { interlineFirst?: unknown }
const url = 'http://api.test/api/v1/admin/drivers?page=1&page_size=20&sort=-createdAt'

function setFirstRequest(answer: Promise<unknown>, at = performance.now()) {
  const first: { url: string; token: string; at: number; body?: unknown; arrived: Promise<void> } = {
    url,
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
  expect(takeArrivedAnswer(url, 'T', isAnswer)).toEqual({ success: true })
  expect(takeArrivedAnswer(url, 'T', isAnswer)).toBeUndefined()
})
