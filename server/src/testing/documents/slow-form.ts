import { request } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

export type FormAnswer = { status: number; retryAfter: string | undefined; text: string }

/** Sends a form on a connection of its own, as its bytes come; undefined when the connection ends without an answer. */
export async function sendSlowly(
  port: number,
  token: string,
  body: Readable,
  headers: Record<string, string | number>,
): Promise<FormAnswer | undefined> {
  return new Promise((resolve) => {
    const call = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/v1/admin/edit-profile/driver',
      agent: false,
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
    call.on('response', (response) => {
      void text(response).then(
        (body) =>
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text: body }),
        () => resolve(undefined),
      )
    })
    call.on('error', () => resolve(undefined))
    body.on('error', () => call.destroy())
    body.pipe(call)
  })
}

/** A PDF of almost 10 MB, in pieces that share their memory. */
export function largeForm(
  _id: string,
  fields: readonly string[],
): { pieces: Buffer[]; bytes: number; boundary: string } {
  const boundary = 'large-form'
  const padding = Buffer.from(`%${'x'.repeat(65_534)}\n`)
  const pieces = [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="_id"\r\n\r\n${_id}\r\n`),
    ...fields.flatMap((name) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${name}.pdf"\r\n\r\n%PDF-1.7\n`,
      ),
      ...Array.from({ length: 158 }, () => padding),
      Buffer.from('%%EOF\n\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  return { pieces, bytes: pieces.reduce((sum, { length }) => sum + length, 0), boundary }
}
