import fc from 'fast-check'
import { driverFileFields } from '@interline/shared/contract'
import { fromSchema, type Known } from './from-schema.ts'
import { hostileText, hostileValue } from './hostile.ts'
import { wordFile } from '../documents/compound-file.ts'
import { pdfOf, pdfThatRuns } from '../documents/pdf.ts'
import { jpegOf, pngOf } from '../documents/picture.ts'
import { docxEntries, zipOf } from '../documents/zip.ts'
import type { Operation } from './document.ts'

export type GeneratedRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  role: string
  /** The one of the people with that role. */
  place: number
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)) ?? ''

/** Half of a surrogate pair as the bytes that it would have: no percent decoder takes them. */
function encode(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}

const brokenQuery = fc.constantFrom('%', '%E0%A4%A', '%zz=1', '&&&', '=', 'a[b][c]=1', '?', '__proto__=1', 'page=1;q=2')

function queryOf(parameters: Operation['parameters'], known: Known): fc.Arbitrary<string> {
  const own = parameters.filter((parameter) => parameter.in === 'query')
  const fields = Object.fromEntries(own.map(({ name, schema }) => [name, fromSchema(schema, known, name)]))
  return fc
    .tuple(
      fc.record(fields, { requiredKeys: [] }),
      fc.option(fc.tuple(hostileText, hostileValue), { freq: 6 }),
      fc.option(brokenQuery, { freq: 12 }),
      fc.boolean(),
    )
    .map(([values, other, broken, isTwice]) => {
      const pairs = [...Object.entries(values), ...(other ? [other] : [])].map(
        ([name, value]) => `${encode(name)}=${encode(textOf(value))}`,
      )
      const all = [
        ...pairs,
        ...(isTwice && pairs[0] && pairs.length > 3 ? [pairs[0]] : []),
        ...(broken ? [broken] : []),
      ]
      return all.length > 0 ? `?${all.join('&')}` : ''
    })
}

/** The path with its ids: of records, and hostile ones, encoded or not. */
function pathOf({ path, parameters }: Operation, known: Known): fc.Arbitrary<string> {
  const own = parameters.filter((parameter) => parameter.in === 'path')
  const raw = fc.constantFrom('%', '%E0%A4%A', '%00', '..', '..%2f..%2fetc', '.', 'a/b', '%252e', 'a'.repeat(300))
  const values = own.map(({ name, schema }) =>
    fc.oneof(
      { weight: 4, arbitrary: fromSchema(schema, known, name).map((value) => encode(textOf(value).slice(0, 500))) },
      { weight: 1, arbitrary: raw },
    ),
  )
  return fc
    .tuple(...values)
    .map((chosen) => own.reduce((filled, { name }, at) => filled.replace(`{${name}}`, () => chosen[at] ?? ''), path))
}

const mediaTypes = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-16',
      'application/xml',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/merge-patch+json',
      'application/json, text/html',
      ';;;',
    ),
  },
)
const brokenBodies = fc.constantFrom(
  '',
  '{',
  '[',
  'null',
  '"x"',
  '1',
  '{"a":1,}',
  '{"a":1}{"b":2}',
  '\uFEFF{}',
  '{"_id":"\\ud800"}',
  '{"_id":"a\\u0000b"}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"_id":1e999}',
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  Buffer.from([0xff, 0xfe, 0x00]),
)

type Body = { body: string | Buffer | undefined; mediaType?: string }

const boundary = 'interline-boundary'

/** Documents are bytes; all else is text, of which some needs more than one byte. */
const bytesOf = (part: string) => Buffer.from(part, /[^\0-\xff]/.test(part) ? 'utf8' : 'latin1')

const hostileNames = [
  'a.pdf',
  '../../a.pdf',
  'a\u202Efdp.exe',
  'a.pdf\0.exe',
  '',
  '"',
  'con.docx',
  `${'x'.repeat(300)}.pdf`,
]
/** The name of a file as it stands in the header of its part, also by RFC 8187, which no browser sends in a form. */
const fileName = fc.oneof(
  fc.constantFrom(...hostileNames).map((name) => `filename="${name}"`),
  fc.string({ unit: 'binary', maxLength: 30 }).map((name) => `filename="${name.replace(/[\r\n"\\]/g, '')}"`),
  fc.constantFrom(
    `filename*=UTF-8''a%0D%0Ab%00c.pdf`,
    `filename*=UTF-8''%`,
    `filename*=latin9''%FF.pdf`,
    'filename*=x',
    'filename="a"; filename="b"',
    'filename=a b',
  ),
)

/** Documents of each type, and bytes that begin like one, as the characters of latin1. */
const documents = [
  pdfOf(),
  pdfThatRuns('app.alert(1)'),
  pngOf(),
  pngOf(30_000, 30_000),
  jpegOf(),
  wordFile(),
  zipOf(docxEntries()),
  zipOf(docxEntries([{ name: 'word/vbaProject.bin', content: 'x' }])),
].map((content) => content.toString('latin1'))
const beginnings = [
  '%PDF-1.7\n%%EOF',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff',
  '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  'PK\x03\x04',
]
const document = fc.constantFrom(...documents, ...beginnings, 'MZ', '', '<svg onload=alert(1)>')
const changedDocument = fc
  .tuple(fc.constantFrom(...documents), fc.nat(2000), fc.string({ unit: 'binary', maxLength: 8 }), fc.boolean())
  .map(([text, at, put, isCut]) => text.slice(0, at) + (isCut ? '' : put + text.slice(at + put.length)))

/** The multipart form of an edited driver, with parts that are well formed or not. */
function formOf(known: Known): fc.Arbitrary<Body> {
  const names = ['_id', 'full_name', 'email', 'phone', 'car_name', 'driving_licence_number', 'stripe_connect_id']
  const field = fc
    .tuple(fc.constantFrom(...names, 'revision', '__proto__', 'x', ''), fc.oneof(hostileValue, hostileText))
    .map(([name, value]) => `content-disposition: form-data; name="${name}"\r\n\r\n${textOf(value)}`)
  const id = fc
    .constantFrom(...(known['driver_id'] ?? []))
    .map((_id) => `content-disposition: form-data; name="_id"\r\n\r\n${textOf(_id)}`)
  const file = fc
    .tuple(
      fc.constantFrom(...driverFileFields, 'state_id', ''),
      fileName,
      fc.oneof(document, changedDocument),
      fc.constantFrom(
        '',
        'content-type: application/pdf\r\n',
        'content-type: application/json\r\n',
        'content-type: ;\r\n',
      ),
    )
    .map(
      ([name, filename, content, type]) =>
        `content-disposition: form-data; name="${name}"; ${filename}\r\n${type}\r\n${content}`,
    )
  const broken = fc.constantFrom(
    '',
    'content-disposition: form-data',
    'x',
    'content-disposition: form-data; name="a',
    'content-disposition: form-data; name="car_document"; filename="a.pdf"',
    'content-disposition: form-data; name="car_document"; filename="a.pdf"\r\n',
    'content-disposition: form-data; name="car_document"; filename=\r\n\r\n%PDF-',
    'content-transfer-encoding: base64\r\ncontent-disposition: form-data; name="car_document"; filename="a.pdf"\r\n\r\nJVBERi0=',
  )
  const parts = fc.array(fc.oneof({ weight: 4, arbitrary: id }, { weight: 6, arbitrary: field }, file, broken), {
    maxLength: 8,
  })
  return fc.tuple(parts, fc.integer({ min: 0, max: 9 })).map(([chosen, dice]) => ({
    mediaType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      ...chosen.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), bytesOf(part), Buffer.from('\r\n')]),
      Buffer.from(dice > 0 ? `--${boundary}--\r\n` : ''),
    ]),
  }))
}

function bodyOf({ method, path, body }: Operation, known: Known): fc.Arbitrary<Body> {
  if (method === 'GET') return fc.constant({ body: undefined })
  const json = (body ? fromSchema(body, known) : hostileValue).map((value): Body => ({ body: JSON.stringify(value) }))
  const usual = path.endsWith('/edit-profile/driver') ? fc.oneof({ weight: 5, arbitrary: formOf(known) }, json) : json
  return fc.oneof(
    { weight: 12, arbitrary: usual },
    { weight: 1, arbitrary: brokenBodies.map((broken): Body => ({ body: broken })) },
    { weight: 1, arbitrary: fc.constant<Body>({ body: undefined }) },
  )
}

const roleOf = (path: string) =>
  path.includes('/admin/')
    ? 'admin'
    : path.includes('/driver/')
      ? 'driver'
      : path.includes('/auth/')
        ? 'nobody'
        : 'user'
const anyRole = ['admin', 'driver', 'user', 'nobody']

const otherHeaders = fc.record(
  {
    'idempotency-key': fc.constantFrom('k1', 'k2', ' ', 'x'.repeat(300), 'schlüssel', '"a b"'),
    'public-request': fc.constantFrom('true', 'false', '{}'),
    accept: fc.constantFrom('text/html', 'application/xml', '*/*', 'x'),
    'accept-encoding': fc.constantFrom('gzip', 'br;q=0', 'x'),
    'x-forwarded-for': fc.constantFrom('1.2.3.4', '::1', "' or 1=1", 'x'.repeat(2000)),
    'x-request-id': fc.constantFrom('mine', '<script>'),
    'x-http-method-override': fc.constantFrom('DELETE', 'GET'),
    origin: fc.constantFrom('http://evil.test', 'null', 'http://localhost:3999'),
    range: fc.constantFrom('bytes=10-5', 'bytes=0-0', 'items='),
    'if-none-match': fc.constant('*'),
    cookie: fc.constant('a=b; role=admin'),
  },
  { requiredKeys: [] },
)

/** Requests of an operation: most of them near what it takes, so that they reach what lies behind its schema. */
export function requestsOf(operation: Operation, known: Known): fc.Arbitrary<GeneratedRequest> {
  return fc
    .record({
      path: pathOf(operation, known),
      query: queryOf(operation.parameters, known),
      body: bodyOf(operation, known),
      mediaType: mediaTypes,
      others: fc.option(otherHeaders, { freq: 3, nil: {} }),
      role: fc.oneof(
        { weight: 8, arbitrary: fc.constant(roleOf(operation.path)) },
        { weight: 3, arbitrary: fc.constantFrom(...anyRole) },
      ),
      place: fc.nat(14),
    })
    .map(({ path, query, body: { body, mediaType: own }, mediaType, others, role, place }) => ({
      method: operation.method,
      url: `${path}${query}`,
      headers: { ...others, ...(body === undefined ? {} : { 'content-type': own ?? mediaType }) } as Record<
        string,
        string
      >,
      body,
      role,
      place,
    }))
}
