import { createHash, randomBytes } from 'node:crypto'
import { done, type DriverFileField } from '@interline/shared/contract'
import type { App, Services } from '../http/app-types.ts'
import { Refusal, refuseField } from '../http/refusal.ts'
import { isTakenEmail } from '../http/taken-email.ts'
import type { DriverChange } from '../repositories/drivers.ts'
import { FileStoreError } from '../storage/file-store.ts'
import { changeOneDriver } from './change-one-driver.ts'
import { readDriverForm, type DriverForm } from './driver-form.ts'

export function registerDriverEdit(app: App, services: Services) {
  app.post('/admin/edit-profile/driver', {
    config: { access: ['admin'] },
    schema: {
      tags: ['drivers'], consumes: ['multipart/form-data'], response: { 200: done },
      description: 'Fields: _id, full_name, email, phone, car_name, driving_licence_number, stripe_connect_id, revision. Files of at most 10 MB: driving_licence, car_document, car_insurance (jpg, png, pdf, doc, docx). What is absent stays.',
    },
  }, async (request, reply) => {
    const form = await readDriverForm(request)
    const keys: StoredFiles = {}
    // What cannot be removed either takes room, and no more: the answer is about the change.
    const forget = () => Promise.allSettled(Object.values(keys).map((key) => services.files.remove(key)))
    const { _id, revision } = form.fields
    try {
      await storeFiles(services, form.files, keys)
      const { answer, isRepeat } = await changeOneDriver(services, { request, reply, _id, revision, act: 'edit', sent: contentOf(form) }, (row) => {
        if (!isUnchanged(form.fields.phone, row.phone)) throw refuseField('phone', 'cannot be changed here')
        if (form.fields.email === '' && row.email) throw refuseField('email', 'cannot be emptied: it is what the driver signs in with')
        return { change: { ...textsOf(form.fields), ...keys }, says: `edited ${row.full_name}'s profile` }
      })
      if (isRepeat) await forget()
      return answer
    } catch (error) {
      // Of a change that failed in another way it may not be known whether it was kept, and then it names them.
      if (error instanceof Refusal || error instanceof FileStoreError || isTakenEmail(error)) await forget()
      throw isTakenEmail(error) ? new Refusal(409, 'The request is not valid', { errors: [{ field: 'email', message: 'belongs to somebody else' }] }) : error
    }
  })
}

/** The same for the same form, however its parts were put on the wire. */
const contentOf = ({ fields, files }: DriverForm) =>
  [fields, [...files].map(([field, { content }]) => [field, createHash('sha256').update(content).digest('hex')]).sort()]

type StoredFiles = Partial<Record<DriverFileField, string>>

/** Notes in `keys` each file before it is written, so that one that fails halfway can be removed. */
async function storeFiles({ files }: Services, uploads: DriverForm['files'], keys: StoredFiles): Promise<void> {
  for (const [field, { content, type }] of uploads) {
    const key = `uploads/${randomBytes(16).toString('hex')}.${type}`
    keys[field] = key
    await files.write(key, content)
  }
}

function textsOf({ full_name, email, car_name, driving_licence_number, stripe_connect_id }: DriverForm['fields']): DriverChange {
  return {
    ...(full_name === undefined ? {} : { full_name }),
    ...(email === undefined ? {} : { email: email || null }),
    ...(car_name === undefined ? {} : { car_name: car_name || null }),
    ...(driving_licence_number === undefined ? {} : { driving_licence_number: driving_licence_number || null }),
    ...(stripe_connect_id === undefined ? {} : { stripe_connect_id: stripe_connect_id || null }),
  }
}

const isUnchanged = (sent: string | undefined, stored: string | null) => sent === undefined || sent === (stored ?? '').trim()
