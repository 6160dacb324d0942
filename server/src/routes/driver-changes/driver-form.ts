import type { FastifyRequest } from 'fastify'
import {
  driverFileFields,
  editDriver,
  uploadMaxBytes,
  type DriverFileField,
  type EditDriver,
} from '@interline/shared/contract'
import { rejectNul } from '../../http/security.ts'
import { HttpError, fieldError } from '../../http/http-error.ts'
import { typeOfContent, type StoredType } from '../../storage/file-check.ts'

export type DriverForm = { fields: EditDriver; files: Map<DriverFileField, { content: Buffer; type: StoredType }> }

const isFileField = (name: string): name is DriverFileField => driverFileFields.some((field) => field === name)

/** Reads the multipart form of an edited driver; every error names the field. */
export async function readDriverForm(request: FastifyRequest): Promise<DriverForm> {
  if (!request.isMultipart()) throw new HttpError(415, 'A multipart form is expected')
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
      const content = await part.toBuffer()
      if (content.length === 0 && !part.filename) continue
      if (!isFileField(field)) throw fieldError(field, 'takes no file')
      if (files.has(field)) throw fieldError(field, 'was sent twice')
      const type = await typeOfContent(content)
      if (!type) throw fieldError(field, 'must be a jpg, png, pdf, doc or docx file', 415)
      files.set(field, { content, type })
    }
  } catch (error) {
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

function explain(error: unknown, field: string): unknown {
  if (error instanceof HttpError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return fieldError(field, `is larger than ${uploadMaxBytes / 1024 / 1024} MB`, 413)
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return fieldError(field, 'is more than the form can hold')
  // Whatever else the parser stumbles over is a form that was cut off or not well formed.
  return fieldError(field, 'could not be read')
}
