import { z } from 'zod'
import { id } from '@interline/shared/contract/schemas'
import { originOf } from '../http/access.ts'
import type { App } from '../http/app.ts'
import type { Services } from '../services.ts'
import { notFound, HttpError } from '../http/http-error.ts'
import { recordView } from '../repositories/audit/document-views.ts'

const mediaTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

const params = z.object({
  name: z.string().regex(/^[0-9a-f]{32}\.(jpg|png|webp|pdf|doc|docx)$/, 'is not the name of a document'),
})
const query = z.object({
  filename: z.string().max(400).optional(),
  session: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe('The session in which the link was made.'),
  owner: id.optional().describe('Whose document it is.'),
  save: z.string().max(1).optional().describe('Given: the document is saved, whatever it is.'),
  expires: z.coerce.number().int().positive(),
  signature: z.string().max(100),
})

/**
 * Documents, by links that the server signed for a limited time; nothing in them may run. A link ends with the session
 * that it was made in. The audit says whose that was, whoever holds the link.
 */
export function registerUploads(app: App, { db, files, links, sessions, config: { allowedOrigins } }: Services) {
  const framedBy = allowedOrigins.length > 0 ? allowedOrigins.join(' ') : `'none'`
  app.get(
    '/uploads/:name',
    {
      config: { access: 'public', heavy: true },
      schema: { tags: ['documents'], params, querystring: query },
    },
    async (request, reply) => {
      const { name } = request.params
      const { filename, session, owner, save, expires, signature } = request.query
      const key = `uploads/${name}`
      if (!links.isValid({ key, filename, session, owner, expires, signature })) throw refused()
      const viewer = session === undefined ? undefined : await sessions.find(session)
      if (session !== undefined && !viewer) throw refused()
      const file = await files.read(key)
      if (!file) throw notFound('document')
      if (viewer && owner && viewer._id !== owner && request.method === 'GET') {
        const actor = { _id: viewer._id, ...originOf(request) }
        await recordView(db, { actor, owner, key, filename }).catch((error: unknown) => {
          file.content.destroy()
          throw error
        })
      }
      const extension = z.enum(['jpg', 'png', 'webp', 'pdf', 'doc', 'docx']).parse(name.split('.')[1])
      // Browsers run the script of a PDF whatever policy comes with it. One that has a name was checked to hold none
      // when it came in; an older one is saved instead.
      const isShown = ['jpg', 'png', 'webp'].includes(extension) || (extension === 'pdf' && filename !== undefined)
      const secondsLeft = Math.max(0, expires - Math.floor(Date.now() / 1000))
      void reply.headers({
        'content-type': mediaTypes[extension],
        'content-disposition': contentDisposition(
          isShown && save === undefined ? 'inline' : 'attachment',
          filename ?? name,
        ),
        // In a sandbox a document has no origin. The viewer of a browser may still save what it shows. Our own pages
        // show it in a frame (decision 063).
        'content-security-policy': `default-src 'none'; sandbox${extension === 'pdf' ? ' allow-downloads' : ''}; frame-ancestors ${framedBy}`,
        'cache-control': `private, max-age=${secondsLeft}, immutable`,
        ...(file.bytes === undefined ? {} : { 'content-length': file.bytes }),
      })
      // It knows no origins, and frame-ancestors is what browsers go by.
      void reply.removeHeader('x-frame-options')
      // Firefox shows no PDF that comes with it: its own viewer is a page with scripts.
      void reply.removeHeader('integrity-policy')
      return reply.send(file.content)
    },
  )
}

const refused = () =>
  new HttpError(403, 'This link has expired or is not ours', { detail: 'Reload the page that showed it.' })

/** RFC 6266: the name as it is in UTF-8 (RFC 8187), and without what is not ASCII for who knows only that. */
function contentDisposition(type: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const whole = encodeURIComponent(filename).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename="${plain}"${plain === filename ? '' : `; filename*=UTF-8''${whole}`}`
}
