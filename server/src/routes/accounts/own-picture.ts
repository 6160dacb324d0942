import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { uploadMaxBytes } from '@interline/shared/contract'
import { answer, ownPicture } from '@interline/shared/contract/schemas'
import { actorOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { fieldError, HttpError } from '../../http/http-error.ts'
import { inTransaction, recordAct } from '../../repositories/audit.ts'
import { fileDocuments, noteUnfiled, takeDocument, type NewDocument } from '../../repositories/documents.ts'
import { checkPicture } from '../../storage/checks/picture.ts'
import type { IncomingFile } from '../../storage/file-store.ts'
import type { IncomingFiles } from '../../storage/incoming-files.ts'
import { boundForms, checkContent, refuseForm, tooLarge } from '../file-forms.ts'
import type { Services } from '../../services.ts'

const config = { permission: 'every-role' as const }
const tags = ['my account']

/**
 * All that administrators of every role do with their own picture. The one from before stays for 30 days, as any
 * document that was replaced.
 */
export function registerOwnPicture(app: App, services: Services) {
  const { db, files, incoming, links } = services
  const reading = boundForms('pictures', incoming)

  async function change(request: FastifyRequest, picture: NewDocument | undefined, after: object) {
    const actor = actorOf(request)
    await inTransaction(db, async (tx) => {
      const had = await takeDocument(tx, actor._id, 'profile_picture', actor._id)
      if (!had && !picture) return
      if (picture) await fileDocuments(tx, actor._id, [picture], actor._id)
      await recordAct(tx, {
        actor,
        act: 'change-picture',
        resource: 'administrator',
        targetId: actor._id,
        before: { picture: had ? 'one' : null },
        after,
      })
    })
    return { success: true as const, data: { profile_picture: links.linkToPicture(picture?.key ?? null) } }
  }

  app.post(
    '/admin/account/picture',
    {
      config,
      schema: {
        tags,
        consumes: ['multipart/form-data'],
        response: { 200: answer(ownPicture) },
        description: 'One file, `picture`: PNG, JPEG or WebP, at most 10 MB.',
      },
    },
    (request) =>
      reading(async (received) => {
        const file = await receivePicture(request, incoming, received)
        const type = await checkContent(file, checkPicture).catch((error: unknown) => {
          throw refuseForm(request, error, 'picture')
        })
        const key = `uploads/${randomBytes(16).toString('hex')}.${type}`
        await noteUnfiled(db, key)
        await files.write(key, file)
        const picture = { kind: 'profile_picture' as const, key, name: null, sha256: file.sha256 }
        return change(request, picture, { picture: 'one', type, bytes: file.bytes })
      }),
  )

  app.post(
    '/admin/account/picture/remove',
    { config, schema: { tags, response: { 200: answer(ownPicture) } } },
    (request) => change(request, undefined, { picture: null }),
  )
}

/** The one file of the form. */
async function receivePicture(request: FastifyRequest, incoming: IncomingFiles, received: IncomingFile[]) {
  if (!request.isMultipart()) throw new HttpError(415, 'A multipart form is expected')
  if (Number(request.headers['content-length'] ?? 0) > uploadMaxBytes + 64 * 1024) throw tooLarge('picture')
  try {
    for await (const part of request.parts({ limits: { files: 1, fields: 0 } })) {
      if (part.type === 'field' || part.fieldname !== 'picture')
        throw fieldError('picture', 'is all that the form takes')
      received.push(await incoming.receive(part.file))
      if (part.file.truncated) throw tooLarge('picture')
    }
    const [file] = received
    if (!file || file.bytes === 0) throw fieldError('picture', 'is missing')
    return file
  } catch (error) {
    throw refuseForm(request, error, 'picture')
  }
}
