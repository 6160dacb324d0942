import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { problem } from '@interline/shared/contract/schemas'
import type { App } from './app.ts'

type PathItem = Partial<Record<'get' | 'post', { responses?: Record<string, unknown> }>>

/** Every call can end in an error, and all errors have one form. */
const withErrors: SwaggerTransformObject = (document) => {
  if (!('openapiObject' in document)) return document.swaggerObject
  const error = {
    description: 'An error, as problem details (RFC 9457)',
    content: { 'application/problem+json': { schema: z.toJSONSchema(problem, { io: 'output' }) } },
  }
  const paths = (document.openapiObject.paths ?? {}) as Record<string, PathItem>
  for (const { get, post } of Object.values(paths))
    for (const operation of [get, post]) if (operation) operation.responses = { ...operation.responses, default: error }
  return document.openapiObject
}

/** OpenAPI out of the routes' own schemas: the page at /docs, the document at /docs/json. */
export async function registerDocumentation(app: App, publicUrl: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Interline API',
        version: '1.0.0',
        description: 'The back office of an intercity ride-sharing service.',
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: withErrors,
  })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
}
