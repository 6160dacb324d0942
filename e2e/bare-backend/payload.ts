import type { IncomingMessage } from 'node:http'
import type { Row } from './rows.ts'

/** The fields of a JSON body or of a multipart form; of its files only the name. */
export async function readPayload(request: IncomingMessage): Promise<Row> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const type = request.headers['content-type'] ?? ''
  const boundary = type.match(/boundary=(.+)$/)?.[1]
  return boundary ? readForm(body.toString('utf8'), boundary) : readJson(body.toString('utf8'))
}

function readJson(text: string): Row {
  const value: unknown = text === '' ? {} : JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function readForm(text: string, boundary: string): Row {
  const fields: Row = {}
  for (const part of text.split(`--${boundary}`)) {
    const end = part.indexOf('\r\n\r\n')
    const name = part.slice(0, end).match(/name="([^"]*)"/)?.[1]
    if (end < 0 || name === undefined) continue
    const file = part.slice(0, end).match(/filename="([^"]*)"/)?.[1]
    fields[name] =
      file === undefined ? part.slice(end + 4).replace(/\r\n$/, '') : `https://files.example.com/uploads/${file}`
  }
  return fields
}
