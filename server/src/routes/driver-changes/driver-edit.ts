import { randomBytes } from 'node:crypto'
import type { DriverFileField } from '@interline/shared/contract'
import { done } from '@interline/shared/contract/schemas'
import type { Tx } from '../../database/tables.ts'
import { actorOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { runOnce } from '../../http/idempotency.ts'
import type { Services } from '../../services.ts'
import { HttpError, fieldError } from '../../http/http-error.ts'
import { ConflictError, EmailTakenError, NotFoundError } from '../../repositories/errors.ts'
import { lockDriver, updateDriver } from '../../repositories/driver-updates.ts'
import { forgetUnfiled, noteUnfiled, type NewDocument } from '../../repositories/documents.ts'
import { FileStoreError } from '../../storage/file-store.ts'
import { announceDriver } from './driver-changes.ts'
import { boundForms } from '../file-forms.ts'
import { readDriverForm, type DriverForm } from './driver-form.ts'

/**
 * Changes a driver's profile and documents, from a multipart form. What the form does not have stays. Answers 400, 409,
 * 413 and 415 with the field that is wrong, and 503 while many other forms are read.
 */
export function registerDriverEdit(app: App, services: Services) {
  const { db, broadcast, files, incoming } = services
  const reading = boundForms('forms', incoming)
  app.post(
    '/admin/edit-profile/driver',
    {
      config: { permission: 'drivers:write' },
      schema: {
        tags: ['drivers'],
        consumes: ['multipart/form-data'],
        response: { 200: done },
        description:
          'Fields: _id, full_name, email, phone, car_name, driving_licence_number, stripe_connect_id, revision. Files of at most 10 MB: driving_licence, car_document, car_insurance (jpg, png, pdf, doc, docx). What is absent stays.',
      },
    },
    (request, reply) =>
      reading(async (received) => {
        const stored: StoredFile[] = []
        const keys = () => stored.map(({ key }) => key)
        // All that cannot be removed is removed within two hours: the answer is about the change.
        const removeStored = async () => {
          await Promise.all(keys().map((key) => files.remove(key)))
          await forgetUnfiled(db, keys())
        }
        try {
          const form = await readDriverForm(request, incoming, received)
          const { _id, phone, email, revision } = form.fields
          await storeFiles(services, form.files, stored)
          const work = async (tx: Tx) => {
            const row = await lockDriver(tx, _id)
            if (phone !== undefined && phone !== (row.phone ?? '').trim())
              throw fieldError('phone', 'cannot be changed here')
            if (email === '' && row.email)
              throw fieldError('email', 'cannot be emptied: it is what the driver signs in with')
            return updateDriver(tx, row, {
              actor: actorOf(request),
              act: 'edit',
              change: textsOf(form.fields),
              files: stored,
              revision,
              text: `edited ${row.full_name}'s profile`,
            })
          }
          let isReplay = true
          const answer = await runOnce({ db, request, reply, content: contentOf(form) }, work, (updated) => {
            isReplay = false
            announceDriver(broadcast, updated, request)
          })
          if (isReplay) await removeStored().catch(() => undefined)
          return answer
        } catch (error) {
          // After any other error it is not known whether the change was committed; if so it names the files, and if
          // not they are removed later.
          if (changedNothing.some((kind) => error instanceof kind)) await removeStored().catch(() => undefined)
          throw error
        }
      }),
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
