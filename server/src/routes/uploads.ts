import { z } from 'zod'
import type { App } from '../http/app.ts'
import type { Services } from './services.ts'
import { notFound, HttpError } from '../http/http-error.ts'

const mediaTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

const params = z.object({
  name: z.string().regex(/^[0-9a-f]{32}\.(jpg|png|pdf|doc|docx)$/, 'is not the name of a document'),
})
const query = z.object({ expires: z.coerce.number().int().positive(), signature: z.string().max(100) })

/** Documents, by links that the server signed for a limited time; nothing in them may run. */
export function registerUploads(app: App, { files, links }: Services) {
  app.get(
    '/uploads/:name',
    {
      config: { access: 'public' },
      schema: { tags: ['documents'], params, querystring: query },
    },
    async (request, reply) => {
      const { name } = request.params
      const { expires, signature } = request.query
      const key = `uploads/${name}`
      if (!links.isValid(key, expires, signature))
        throw new HttpError(403, 'This link has expired or is not ours', { detail: 'Reload the page that showed it.' })
      const file = await files.read(key)
      if (!file) throw notFound('document')
      const extension = z.enum(['jpg', 'png', 'pdf', 'doc', 'docx']).parse(name.split('.')[1])
      const isShown = extension !== 'doc' && extension !== 'docx'
      const secondsLeft = Math.max(0, expires - Math.floor(Date.now() / 1000))
      // A browser's own PDF viewer does not open in a sandbox; a PDF has no script that reaches the page's origin.
      const policy =
        extension === 'pdf'
          ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'"
          : "default-src 'none'; sandbox; frame-ancestors 'none'"
      void reply.headers({
        'content-type': mediaTypes[extension],
        'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="${name}"`,
        'content-security-policy': policy,
        'cache-control': `private, max-age=${secondsLeft}, immutable`,
        ...(file.bytes === undefined ? {} : { 'content-length': file.bytes }),
      })
      return reply.send(file.content)
    },
  )
}
