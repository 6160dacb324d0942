import type { Server } from 'node:http'
import fastify, { type FastifyHttpOptions } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { App } from './app.ts'
import { clientAddressFrom } from './client-address.ts'
import { harmless, logSerializers, redactedPaths } from './logging.ts'
import { answerBrokenRequest, answerFrameworkError } from './problem-details.ts'
import { newRequestId, securityHeaders } from './security.ts'

export type LogStream = { write(line: string): void }

/** The HTTP side of the server, not listening yet. */
export function createApp(level: string, trustedProxies: string[], stream?: LogStream, production = false): App {
  const headers = securityHeaders(production)
  const options: FastifyHttpOptions<Server> = {
    logger: {
      level,
      serializers: logSerializers,
      redact: redactedPaths,
      hooks: { streamWrite: harmless },
      ...(stream ? { stream } : {}),
    },
    genReqId: newRequestId,
    frameworkErrors: (error, request, reply) => answerFrameworkError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers),
    bodyLimit: 1024 * 1024,
    // A call is sent within a minute, as clients wait no longer (SPEC §9); its headers within ten seconds.
    requestTimeout: 60_000,
    // A line on which nothing moves is given up: the other side may be gone without a word.
    connectionTimeout: 75_000,
    // All that Node would answer by itself, without our headers, reaches the hooks.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5000, requireHostHeader: false },
    forceCloseConnections: true,
    // Calls that arrive while the node drains are answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  }
  const app = fastify(options).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const clientAddress = clientAddressFrom(trustedProxies)
  // Fastify's own would take a port for a part of the address.
  app.decorateRequest('ip', {
    getter() {
      return clientAddress(this.raw)
    },
  })
  acceptJsonOnly(app)
  app.server.on('checkExpectation', app.routing)
  return app
}

/** Bodies are JSON or multipart forms. A call without a body may have the content type of JSON. */
function acceptJsonOnly(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}
