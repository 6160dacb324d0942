import { z } from 'zod'
import type { TestServer } from '../test-server.ts'
import type { Schema } from './from-schema.ts'

type Content = Record<string, { schema?: Schema }>
export type Operation = {
  method: 'GET' | 'POST'
  path: string
  parameters: { name: string; in: string; schema: Schema }[]
  body: Schema | undefined
  responses: Record<string, { content?: Content }>
}
type Document = {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Operation['parameters']
        requestBody?: { content: Content }
        responses: Operation['responses']
      }
    >
  >
}

/** The operations of the API's own document. */
export async function readOperations({ app }: TestServer): Promise<Operation[]> {
  const document = (await app.inject({ url: '/docs/json' })).json<Document>()
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method === 'post' ? 'POST' : 'GET',
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema,
      responses,
    })),
  )
}

export type Answer = { status: number; headers: Record<string, unknown>; text: string }

/** Every answer has them (`server/src/http/security.ts`); a document has a policy and a caching of its own. */
const headersOfAll: Record<string, RegExp> = {
  'x-request-id': /^[\w-]{8,}$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-resource-policy': /^cross-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'permissions-policy': /^camera=\(\), /,
  'integrity-policy': /^blocked-destinations=\(script\)/,
  'content-security-policy': /^default-src 'none';|^default-src 'self'/,
  'cache-control': /no-store|private/,
}

/** All that is missing from the headers of an answer. */
export const missingHeaders = (headers: Record<string, unknown>): string[] => [
  ...Object.entries(headersOfAll)
    .filter(([name, form]) => !form.test(String(headers[name])))
    .map(([name]) => name),
  ...(headers['x-powered-by'] === undefined ? [] : ['without x-powered-by']),
]

const validators = new Map<Schema, z.ZodType>()

function validatorOf(schema: Schema): z.ZodType {
  const known = validators.get(schema)
  if (known) return known
  const made = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  validators.set(schema, made)
  return made
}

/** Why an answer is not one that the document has for the operation; undefined when it is. */
export function whyUndocumented({ responses }: Pick<Operation, 'responses'>, answer: Answer): string | undefined {
  const { status, headers, text } = answer
  const missing = missingHeaders(headers)
  if (missing.length > 0) return `no ${missing.join(', ')}`
  if (status >= 500) return 'a 5xx'
  const response = responses[String(status)] ?? (status >= 400 ? responses['default'] : undefined)
  if (!response) return 'a status that is not in the document'
  const mediaType = String(headers['content-type']).split(';')[0] ?? ''
  if (status >= 400 && mediaType !== 'application/problem+json') return `an error as ${mediaType}`
  if (response.content === undefined) return undefined
  const schema = response.content[mediaType]?.schema
  if (!schema) return `the content type ${mediaType}, which is not in the document`
  const { success, error } = validatorOf(schema).safeParse(mediaType.includes('json') ? JSON.parse(text) : text)
  if (!success)
    return `a body that is not in the document: ${error.issues[0]?.path.join('.')} ${error.issues[0]?.message}`
  if (status >= 400 && (JSON.parse(text) as { status: number }).status !== status) return 'another status in the body'
  return undefined
}
