import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '@interline/shared/contract'
import type { App } from './app-types.ts'
import { explainDatabaseTrouble } from './database-trouble.ts'
import { FileStoreError } from '../storage/file-store.ts'
import { Refusal } from './refusal.ts'

const mediaType = 'application/problem+json; charset=utf-8'

const documentsAway = new Refusal(503, 'The documents cannot be reached', { detail: 'Please try again in a moment. Nothing was changed.', retryAfterSeconds: 5 })

/** Every error leaves as problem+json with `success: false` and the request's id (contract: `problem`). */
export function registerProblems(app: App) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) return refuse(error, request, reply)
    if (error.validation) return sendProblem(request, reply, { status: 400, title: 'The request is not valid', errors: fieldsOf(error) })
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return sendProblem(request, reply, { status, title: STATUS_CODES[status] ?? 'Error', detail: error.message })
    request.log.error({ err: error }, 'request failed')
    const trouble = error instanceof FileStoreError ? documentsAway : explainDatabaseTrouble(error)
    if (trouble) return refuse(trouble, request, reply)
    return sendProblem(request, reply, { status: 500, title: 'Something went wrong on our side' })
  })
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, { status: 404, title: 'There is nothing at this address' }))
}

/** For paths that cannot be decoded: fastify answers them before any route or hook. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 400
  void reply.header('x-request-id', request.id)
  sendProblem(request, reply, { status, title: STATUS_CODES[status] ?? 'Error' })
}

function refuse({ status, message, extras }: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const { retryAfterSeconds, ...rest } = extras
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  return sendProblem(request, reply, { status, title: message, ...rest })
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, what: Omit<Problem, 'success' | 'type' | 'request_id'>) {
  const problem: Problem = { success: false, type: 'about:blank', ...what, request_id: request.id }
  return reply.code(what.status).header('content-type', mediaType).serializer(JSON.stringify).send(problem)
}

function fieldsOf(error: FastifyError): Problem['errors'] {
  return error.validation?.map(({ instancePath, message }) => ({
    field: instancePath.replace(/^\//, '').replaceAll('/', '.') || (error.validationContext ?? 'body'),
    message: message ?? 'is not valid',
  }))
}
