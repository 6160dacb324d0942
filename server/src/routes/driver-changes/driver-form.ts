import { readFile } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import {
  driverFileFields,
  editDriver,
  uploadMaxBytes,
  type DriverFileField,
  type EditDriver,
} from '@interline/shared/contract'
import { rejectNul } from '../../http/security.ts'
import { HttpError, fieldError } from '../../http/http-error.ts'
import { checkDocument, type StoredType } from '../../storage/checks/check-document.ts'
import { RefusedDocumentError } from '../../storage/checks/refused-document.ts'
import { documentName } from '../../storage/document-name.ts'
import { FileStoreError } from '../../storage/file-store.ts'
import type { IncomingFile, IncomingFiles } from '../../storage/incoming-files.ts'

type DriverFile = { file: IncomingFile; type: StoredType; name: string }
export type DriverForm = { fields: EditDriver; files: Map<DriverFileField, DriverFile> }

/** Three documents and the fields. */
const mostBytes = 3 * uploadMaxBytes + 1024 * 1024

/** A document that is checked is in memory, and nothing else of a form is. */
const checking = pLimit(2)

const isFileField = (name: string): name is DriverFileField => driverFileFields.some((field) => field === name)

/**
 * Reads the multipart form of an edited driver; every error names the field. Each file goes to `incoming` as it comes;
 * the caller removes what `received` has in the end.
 */
export async function readDriverForm(
  request: FastifyRequest,
  incoming: IncomingFiles,
  received: IncomingFile[],
): Promise<DriverForm> {
  if (!request.isMultipart()) throw new HttpError(415, 'A multipart form is expected')
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw new HttpError(413, 'The form is too large')
  const texts: Record<string, unknown> = {}
  const files: DriverForm['files'] = new Map()
  let field = 'body'
  try {
    for await (const part of request.parts()) {
      field = part.fieldname || 'body'
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) throw fieldError(field, 'is too long')
        texts[field] = part.value
        continue
      }
      const file = await incoming.receive(part.file)
      received.push(file)
      if (part.file.truncated) throw tooLarge(field)
      if (file.bytes === 0 && !part.filename) continue
      if (!isFileField(field)) throw fieldError(field, 'takes no file')
      if (files.has(field)) throw fieldError(field, 'was sent twice')
      const type = await checking(async () => checkDocument(await readFile(file.path)))
      files.set(field, { file, type, name: documentName(part.filename, type) })
    }
  } catch (error) {
    // What is left of the form is read and dropped: a browser reads an answer when it has sent everything.
    request.raw.unpipe()
    request.raw.resume()
    throw explain(error, field)
  }
  rejectNul(texts, '')
  const parsed = editDriver.safeParse(texts)
  if (!parsed.success) {
    throw new HttpError(400, 'The request is not valid', {
      errors: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.') || 'body', message })),
    })
  }
  return { fields: parsed.data, files }
}

const tooLarge = (field: string) => fieldError(field, `is larger than ${uploadMaxBytes / 1024 / 1024} MB`, 413)

function explain(error: unknown, field: string): unknown {
  if (error instanceof HttpError || error instanceof FileStoreError) return error
  if (error instanceof RefusedDocumentError) return fieldError(field, error.message, 415)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(field)
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return fieldError(field, 'is more than the form can hold')
  // Whatever else the parser stumbles over is a form that was cut off or not well formed.
  return fieldError(field, 'could not be read')
}
