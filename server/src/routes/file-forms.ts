import { readFile } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { uploadMaxBytes } from '@interline/shared/contract'
import { HttpError, fieldError } from '../http/http-error.ts'
import { RefusedDocumentError } from '../storage/checks/refused-document.ts'
import { FileStoreError, type IncomingFile } from '../storage/file-store.ts'
import type { IncomingFiles } from '../storage/incoming-files.ts'

/** How many forms of a kind are read at once: their files are on disk, and two of all of them are checked at a time. */
const mostForms = 8

/**
 * Bounds how many forms of a kind are read at once; one more is answered with 503. The files that `read` puts into
 * `received` are removed when it has ended.
 */
export function boundForms(kind: 'forms' | 'pictures', incoming: IncomingFiles) {
  let open = 0
  return async <Result>(read: (received: IncomingFile[]) => Promise<Result>): Promise<Result> => {
    if (open >= mostForms)
      throw new HttpError(503, `Too many ${kind} at once`, {
        detail: 'Please try again in a moment. Nothing was changed.',
        retryAfterSeconds: 5,
      })
    open += 1
    const received: IncomingFile[] = []
    try {
      return await read(received)
    } finally {
      open -= 1
      await Promise.allSettled(received.map((file) => incoming.remove(file)))
    }
  }
}

/** A file that is checked is in memory, and nothing else of a form is. */
const checking = pLimit(2)

/** All that `check` says of the content of a file that came in. */
export const checkContent = <Type>({ path }: IncomingFile, check: (content: Buffer) => Type | Promise<Type>) =>
  checking(async () => check(await readFile(path)))

export const tooLarge = (field: string) => fieldError(field, `is larger than ${uploadMaxBytes / 1024 / 1024} MB`, 413)

/**
 * Why a form could not be read, as the answer that names the field. All that is left of the form is read and dropped: a
 * browser reads an answer when it has sent everything.
 */
export function refuseForm({ raw }: FastifyRequest, error: unknown, field: string): unknown {
  raw.unpipe()
  raw.resume()
  return explain(error, field)
}

function explain(error: unknown, field: string): unknown {
  if (error instanceof HttpError || error instanceof FileStoreError) return error
  if (error instanceof RefusedDocumentError) return fieldError(field, error.message, 415)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(field)
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return fieldError(field, 'is more than the form can hold')
  // The disk is full or cannot be written: the form is not to blame. A connection that is cut off has this code.
  if (error instanceof Error && 'syscall' in error && code !== 'ECONNRESET')
    return new FileStoreError('the file of a form cannot be written', { cause: error })
  // Anything else that the parser stumbles over is a form that was cut off or not well formed.
  return fieldError(field, 'could not be read')
}
