import { createHash, randomBytes } from 'node:crypto'
import { done, type DriverFileField } from '@interline/shared/contract'
import type { Tx } from '../../database/tables.ts'
import { actorOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { runOnce } from '../../http/idempotency.ts'
import type { Services } from '../services.ts'
import { HttpError, fieldError } from '../../http/http-error.ts'
import { ConflictError, EmailTakenError, NotFoundError } from '../../repositories/errors.ts'
import { updateDriver } from '../../repositories/driver-updates.ts'
import { FileStoreError, type FileStore } from '../../storage/file-store.ts'
import { announceDriver } from './driver-changes.ts'
import { readDriverForm, type DriverForm } from './driver-form.ts'

/**
 * Changes a driver's profile and documents, from a multipart form. What the form does not have stays. Answers 400, 409,
 * 413 and 415 with the field that is wrong.
 */
export function registerDriverEdit(app: App, { db, broadcast, files }: Services) {
  app.post(
    '/admin/edit-profile/driver',
    {
      config: { access: ['admin'] },
      schema: {
        tags: ['drivers'],
        consumes: ['multipart/form-data'],
        response: { 200: done },
        description:
          'Fields: _id, full_name, email, phone, car_name, driving_licence_number, stripe_connect_id, revision. Files of at most 10 MB: driving_licence, car_document, car_insurance (jpg, png, pdf, doc, docx). What is absent stays.',
      },
    },
    async (request, reply) => {
      const form = await readDriverForm(request)
      const { _id, phone, email, revision } = form.fields
      const stored: StoredFiles = {}
      // A file that cannot be removed takes some room and harms nobody: the answer is about the change.
      const removeStored = () => Promise.allSettled(Object.values(stored).map((key) => files.remove(key)))
      try {
        await storeFiles(files, form.files, stored)
        const work = async (tx: Tx) => ({
          answer: { success: true as const },
          updated: await updateDriver(tx, {
            _id,
            actor: actorOf(request),
            act: 'edit',
            change: { ...textsOf(form.fields), ...stored },
            revision,
            check(row) {
              if (phone !== undefined && phone !== (row.phone ?? '').trim())
                throw fieldError('phone', 'cannot be changed here')
              if (email === '' && row.email)
                throw fieldError('email', 'cannot be emptied: it is what the driver signs in with')
            },
            describe: (full_name) => `edited ${full_name}'s profile`,
          }),
        })
        const outcome = await runOnce({ db, request, reply }, work, contentOf(form))
        if (outcome.isReplay) await removeStored()
        else announceDriver(broadcast, outcome.updated, request)
        return outcome.answer
      } catch (error) {
        // After any other error it is not known whether the change was committed; if so it names the files.
        if (changedNothing.some((kind) => error instanceof kind)) await removeStored()
        throw error
      }
    },
  )
}

/** Errors after which it is certain that nothing was changed. */
const changedNothing = [HttpError, FileStoreError, EmailTakenError, ConflictError, NotFoundError]

/** The content of a form for its `Idempotency-Key`: equal forms are equal, in whatever order their parts came. */
const contentOf = ({ fields, files }: DriverForm) => [
  fields,
  [...files].map(([field, { content }]) => [field, createHash('sha256').update(content).digest('hex')]).sort(),
]

type StoredFiles = Partial<Record<DriverFileField, string>>

/** Notes each key in `stored` before its file is written, so that one that fails halfway can be removed. */
async function storeFiles(files: FileStore, uploads: DriverForm['files'], stored: StoredFiles): Promise<void> {
  for (const [field, { content, type }] of uploads) {
    const key = `uploads/${randomBytes(16).toString('hex')}.${type}`
    stored[field] = key
    await files.write(key, content)
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
