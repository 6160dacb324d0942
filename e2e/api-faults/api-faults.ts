import type { IncomingMessage, ServerResponse } from 'node:http'

type Exchange = { asked: IncomingMessage; answer: ServerResponse; pass: () => void; played: () => void }
type Words = {
  name: string
  /** The words for a person, where the answer says nothing of its own. */
  told: RegExp
  /** Whether `npm test` plays it. */
  quick?: boolean
  /** The page learns neither the status nor the request id. */
  isUnread?: true
  /** A proxy got no answer: as of one that is unread, nobody knows whether a change was made. */
  isOfProxy?: true
  /** The call is not what is wrong: the server has an error or is away, or its answer cannot be read. */
  cause?: 'server' | 'answer'
}

/** The fault of a call: instead of its answer, or with what it answers. */
export type ApiFault = Words & ({ act: (exchange: Exchange) => void } | { change: (body: string) => string })

const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after',
}
const json = 'application/json'

const answers =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  ({ answer, played }: Exchange) => {
    answer.once('finish', played)
    answer.writeHead(status, { ...cors, 'content-type': json, ...headers }).end(body)
  }

const unreadable = { told: /The server gave an answer this page cannot read/, cause: 'answer' } as const
const refused = /The server refused the request|The change was not made/
const away = /The server is busy or being restarted\. Try again in a moment/
const problem = JSON.stringify({ success: false, title: 'The name is taken', detail: 'Choose another' })
const said = /The name is taken\. Choose another\./
const page = '<!doctype html><title>Gateway</title><h1>Gateway</h1>'
const html = { 'content-type': 'text/html' }

const noConnection = /There is no connection to the server/

export const cutConnection: ApiFault = {
  name: 'a connection that is reset',
  told: noConnection,
  isUnread: true,
  act: ({ asked, played }) => (played(), asked.socket.destroy()),
}

/** Played only with the limit of 60 s made short. */
export const noAnswer: ApiFault = {
  name: 'no answer in time',
  told: /The server took too long to answer/,
  isUnread: true,
  act: ({ played }) => void setTimeout(played, shortTimeoutMs),
}
export const shortTimeoutMs = 2500

export const slow: ApiFault = {
  name: '3 s late',
  told: /./,
  act: ({ pass, played }) =>
    void setTimeout(() => {
      played()
      pass()
    }, 3000),
}

/** An answer that waits until the test lets it go, on however slow a machine. */
export function heldBack(): { fault: ApiFault; letGo: () => void } {
  let letGo = (): void => undefined
  const going = new Promise<void>((resolve) => (letGo = resolve))
  const act = ({ pass, played }: Exchange) => void going.then(() => (played(), pass()))
  return { fault: { name: 'held back', told: /./, act }, letGo: () => letGo() }
}

export const endedSession: ApiFault = { name: '401', told: /./, act: answers(401, '{"success":false}') }

/**
 * Answers that came at once and say, or are, what a screen cannot go on with. Between two that the page cannot read is
 * one that it can: they are told by the same words.
 */
export const wrongAnswers: ApiFault[] = [
  cutConnection,
  { name: '400 without a word', told: refused, act: answers(400, '') },
  {
    name: 'an answer that ends in the middle',
    told: noConnection,
    isUnread: true,
    act: ({ answer, asked, played }) => {
      answer.writeHead(200, { ...cors, 'content-type': json, 'content-length': '500' })
      answer.write('{"success":true,"data":[', () => (played(), asked.socket.destroy()))
    },
  },
  { name: '400 with a problem', told: said, act: answers(400, problem) },
  {
    name: 'no leave for other origins',
    told: noConnection,
    isUnread: true,
    act: ({ answer, played }) => (answer.once('finish', played), answer.writeHead(502).end(page)),
  },
  { name: '403', told: /You are not allowed to do this/, act: answers(403, '{"success":false}') },
  { name: '404', told: /The server does not know this/, act: answers(404, '{"success":false}') },
  {
    name: 'a compression that it has not',
    told: noConnection,
    isUnread: true,
    act: answers(200, '{"success":true,"data":[]}', { 'content-encoding': 'gzip' }),
  },
  { name: '422 with a problem', told: said, act: answers(422, problem), quick: true },
  {
    name: '429 with a time',
    told: /There were too many requests\. Try again in 7 seconds/,
    act: answers(429, '{"success":false}', { 'retry-after': '7' }),
  },
  {
    name: 'a redirect to nobody',
    told: noConnection,
    isUnread: true,
    act: answers(307, '', { location: 'http://localhost:9/' }),
  },
  { name: '500', told: /The server had an error/, cause: 'server', act: answers(500, '{"success":false}') },
  { name: '500 with a page', told: /The server had an error/, cause: 'server', act: answers(500, page, html) },
  { name: '502 with a page', told: away, cause: 'server', isOfProxy: true, act: answers(502, page, html) },
  { name: '503', told: away, cause: 'server', act: answers(503, '{"success":false}'), quick: true },
  {
    name: '503 with a time',
    told: /The server is busy or being restarted\. Try again in 5 seconds/,
    cause: 'server',
    act: answers(503, '', { 'retry-after': '5' }),
  },
  { name: '504 with a page', told: away, cause: 'server', isOfProxy: true, act: answers(504, page, html) },
  { name: 'JSON that is cut', ...unreadable, act: answers(200, '{"success":true,"data":[{"_id":"1"'), quick: true },
  { name: 'nothing', ...unreadable, act: answers(200, '') },
  { name: '204', ...unreadable, act: answers(204, '') },
  { name: '418 of nobody', told: refused, act: answers(418, '{"success":false}') },
  { name: 'another encoding', ...unreadable, act: answers(200, '\ufeff\u0000{"success":true,"data":[]}') },
  { name: 'a page with 200', ...unreadable, act: answers(200, page, html) },
  { name: 'null', ...unreadable, act: answers(200, 'null') },
  { name: 'a number', ...unreadable, act: answers(200, '7') },
  { name: 'a list where an object should be', ...unreadable, act: answers(200, '[{"success":true}]') },
  { name: 'success false', told: refused, act: answers(200, '{"success":false}') },
  {
    name: 'success false and why',
    told: /The month is over/,
    act: answers(200, '{"success":false,"message":"The month is over"}'),
  },
]

/** For a change only: what is not `success: true` is no success (SPEC §4). */
export const noSuccess: ApiFault[] = [
  { name: 'an empty object', told: refused, act: answers(200, '{}') },
  { name: 'success as text', told: refused, act: answers(200, '{"success":"true"}') },
  { name: 'success null', told: refused, act: answers(200, '{"success":null,"data":[]}') },
  { name: '409', told: /Somebody else changed|changed this/, act: answers(409, '{"success":false}') },
]

/** For a reading: data of another shape, told. */
export const wrongData: ApiFault[] = ['null', '"none"', '7', 'true'].map((data) => ({
  name: `data ${data}`,
  ...unreadable,
  act: answers(200, `{"success":true,"data":${data}}`),
}))

const values: [name: string, value: unknown][] = [
  ['null', null],
  ['a number', -1.5],
  ['true', true],
  ['an empty text', ''],
  ['a long text', 'x'.repeat(20_000)],
  ['a list', [1, [2], null]],
  ['an object', { a: { b: 1 } }],
]

const changed = (how: (data: unknown) => unknown) => (body: string) => {
  const answer = JSON.parse(body) as { data: unknown }
  return JSON.stringify({ ...answer, data: how(answer.data) })
}
const inEach = (how: (fields: object) => object) => (data: unknown) =>
  Array.isArray(data)
    ? data.map((row: unknown) => (typeof row === 'object' && row !== null ? how(row) : row))
    : how(data as object)
const every = (value: unknown) => (fields: object) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, value]))

/** The API's answer, with its fields of another type: the screen shows what it can and goes on. */
export const wrongFields: ApiFault[] = [
  ...values.map(([name, value]) => ({ name: `each field ${name}`, told: /./, change: changed(inEach(every(value))) })),
  { name: 'no field at all', told: /./, change: changed(inEach(() => ({}))) },
  {
    name: 'fields of no meaning',
    told: /./,
    change: changed(inEach((fields) => ({ ...fields, __proto: 1, constructor: 'x', meta: null, toString: null }))),
  },
  {
    name: 'each field in the place of the next',
    told: /./,
    quick: true,
    change: changed(
      inEach((fields) => {
        const named = Object.entries(fields)
        return Object.fromEntries(named.map(([name], at) => [name, named[(at + 1) % named.length]?.[1]]))
      }),
    ),
  },
  {
    name: 'meta of another kind',
    told: /./,
    change: (body) => body.replace(/}$/, ',"meta":{"total":"many","page":{}}}'),
  },
]
