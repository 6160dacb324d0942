import { randomBytes } from 'node:crypto'
import { done, type DriverFileField } from '@interline/shared/contract'
import type { Tx } from '../../database/tables.ts'
import { actorOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { runOnce } from '../../http/idempotency.ts'
import type { Services } from '../services.ts'
import { HttpError, fieldError } from '../../http/http-error.ts'
import { ConflictError, EmailTakenError, NotFoundError } from '../../repositories/errors.ts'
import { updateDriver } from '../../repositories/driver-updates.ts'
import { forgetUnfiled, noteUnfiled, type NewDocument } from '../../repositories/documents.ts'
import { FileStoreError, type IncomingFile } from '../../storage/file-store.ts'
import { announceDriver } from './driver-changes.ts'
import { readDriverForm, type DriverForm } from './driver-form.ts'

/** How many forms are read at once: each has up to 31 MB on disk, and all of them share two checks at a time. */
const mostForms = 8

/**
 * Changes a driver's profile and documents, from a multipart form. What the form does not have stays. Answers 400, 409,
 * 413 and 415 with the field that is wrong, and 503 while many other forms are read.
 */
export function registerDriverEdit(app: App, services: Services) {
  const { db, broadcast, files, incoming } = services
  let forms = 0
  app.post(
    '/admin/edit-profile/driver',
    {
      config: { access: ['admin'], permission: 'drivers:write' },
      schema: {
        tags: ['drivers'],
        consumes: ['multipart/form-data'],
        response: { 200: done },
        description:
          'Fields: _id, full_name, email, phone, car_name, driving_licence_number, stripe_connect_id, revision. Files of at most 10 MB: driving_licence, car_document, car_insurance (jpg, png, pdf, doc, docx). What is absent stays.',
      },
    },
    async (request, reply) => {
      if (forms >= mostForms)
        throw new HttpError(503, 'Too many forms at once', {
          detail: 'Please try again in a moment. Nothing was changed.',
          retryAfterSeconds: 5,
        })
      forms += 1
      const received: IncomingFile[] = []
      const stored: StoredFile[] = []
      const keys = () => stored.map(({ key }) => key)
      // What cannot be removed is removed within two hours: the answer is about the change.
      const removeStored = async () => {
        await Promise.all(keys().map((key) => files.remove(key)))
        await forgetUnfiled(db, keys())
      }
      try {
        const form = await readDriverForm(request, incoming, received)
        const { _id, phone, email, revision } = form.fields
        await storeFiles(services, form.files, stored)
        const work = async (tx: Tx) => {
          const updated = await updateDriver(tx, {
            _id,
            actor: actorOf(request),
            act: 'edit',
            change: textsOf(form.fields),
            files: stored,
            revision,
            check(row) {
              if (phone !== undefined && phone !== (row.phone ?? '').trim())
                throw fieldError('phone', 'cannot be changed here')
              if (email === '' && row.email)
                throw fieldError('email', 'cannot be emptied: it is what the driver signs in with')
            },
            describe: (full_name) => `edited ${full_name}'s profile`,
          })
          return { answer: { success: true as const }, updated }
        }
        const outcome = await runOnce({ db, request, reply }, work, contentOf(form))
        if (outcome.isReplay) await removeStored().catch(() => undefined)
        else announceDriver(broadcast, outcome.updated, request)
        return outcome.answer
      } catch (error) {
        // After any other error it is not known whether the change was committed; if so it names the files, and if not
        // they are removed later.
        if (changedNothing.some((kind) => error instanceof kind)) await removeStored().catch(() => undefined)
        throw error
      } finally {
        forms -= 1
        await Promise.allSettled(received.map((file) => incoming.remove(file)))
      }
    },
  )
}

/** Errors after which it is certain that nothing was changed. */
const changedNothing = [HttpError, FileStoreError, EmailTakenError, ConflictError, NotFoundError]

/** The content of a form for its `Idempotency-Key`: equal forms are equal, in whatever order their parts came. */
const contentOf = ({ fields, files }: DriverForm) => [
  fields,
  [...files].map(([field, { file }]) => [field, file.sha256]).sort(),
]

type StoredFile = NewDocument & { kind: DriverFileField }

/** Notes each document in `stored` before its file is written, so that one that fails halfway can be removed. */
async function storeFiles({ db, files }: Services, uploads: DriverForm['files'], stored: StoredFile[]): Promise<void> {
  for (const [kind, { file, type, name }] of uploads) {
    const key = `uploads/${randomBytes(16).toString('hex')}.${type}`
    await noteUnfiled(db, key)
    stored.push({ kind, key, name, sha256: file.sha256 })
    await files.write(key, file)
  }
}

function textsOf({ full_name, email, car_name, driving_licence_number, stripe_connect_id }: DriverForm['fields']) {
  return {
    ...(full_name === undefined ? {} : { full_name }),
    ...(email === undefined ? {} : { email: email || null }),
    ...(car_name === undefined ? {} : { car_name: car_name || null }),
    ...(driving_licence_number === undefined ? {} : { driving_licence_number: driving_licence_number || null }),
    ...(stripe_connect_id === undefined ? {} : { stripe_connect_id: stripe_connect_id || null }),
  }
}
