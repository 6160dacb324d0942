import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import { uploadMaxBytes } from '@interline/shared/contract'
import { HttpError, fieldError } from '../http/http-error.ts'
import { RefusedDocumentError } from '../storage/checks/refused-document.ts'
import { FileStoreError, type IncomingFile } from '../storage/file-store.ts'

/** A file that is checked is in memory, and nothing else of a form is. */
const checking = pLimit(2)

/** What `check` says of the content of a file that came in. */
export const checkContent = <Type>({ path }: IncomingFile, check: (content: Buffer) => Type | Promise<Type>) =>
  checking(async () => check(await readFile(path)))

export const tooLarge = (field: string) => fieldError(field, `is larger than ${uploadMaxBytes / 1024 / 1024} MB`, 413)

/** Why a form could not be read, as the answer that names the field. */
export function explainForm(error: unknown, field: string): unknown {
  if (error instanceof HttpError || error instanceof FileStoreError) return error
  if (error instanceof RefusedDocumentError) return fieldError(field, error.message, 415)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(field)
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return fieldError(field, 'is more than the form can hold')
  // The disk is full or cannot be written: the form is not to blame. A connection that is cut off has this code.
  if (error instanceof Error && 'syscall' in error && code !== 'ECONNRESET')
    return new FileStoreError('the file of a form cannot be written', { cause: error })
  // Whatever else the parser stumbles over is a form that was cut off or not well formed.
  return fieldError(field, 'could not be read')
}
