import type { FastifyRequest } from 'fastify'
import { driverFileFields, uploadMaxBytes, type DriverFileField, type EditDriver } from '@interline/shared/contract'
import { editDriver } from '@interline/shared/contract/schemas'
import { rejectUnstorable } from '../../http/security.ts'
import { HttpError, fieldError } from '../../http/http-error.ts'
import { checkDocument, type StoredType } from '../../storage/checks/check-document.ts'
import { checkContent, refuseForm, tooLarge } from '../file-forms.ts'
import { documentName } from '../../storage/document-name.ts'
import type { IncomingFile } from '../../storage/file-store.ts'
import type { IncomingFiles } from '../../storage/incoming-files.ts'

type DriverFile = { file: IncomingFile; type: StoredType; name: string }
export type DriverForm = { fields: EditDriver; files: Map<DriverFileField, DriverFile> }

/** Three documents and the fields. */
const mostBytes = 3 * uploadMaxBytes + 1024 * 1024

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
      const type = await checkContent(file, checkDocument)
      files.set(field, { file, type, name: documentName(part.filename, type) })
    }
  } catch (error) {
    throw refuseForm(request, error, field)
  }
  rejectUnstorable(texts, '')
  const parsed = editDriver.safeParse(texts)
  if (!parsed.success) {
    throw new HttpError(400, 'The request is not valid', {
      errors: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.') || 'body', message })),
    })
  }
  return { fields: parsed.data, files }
}
