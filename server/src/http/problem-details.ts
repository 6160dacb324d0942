import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { problemCodes, type FactorChallenge, type Problem } from '@interline/shared/contract'
import { TooManyAttemptsError } from '../auth/rate-limit.ts'
import { NoSecretKeyError } from '../auth/second-factor/prove.ts'
import { WrongPasswordError } from '../auth/sign-in.ts'
import { TookTooLongError } from '../database/cancellable.ts'
import { findTrouble } from '../database/trouble.ts'
import { ConflictError, EmailTakenError, NotFoundError, NotOwnError } from '../repositories/errors.ts'
import { InvalidQueryError } from '../lists/list.ts'
import { FileStoreError } from '../storage/file-store.ts'
import type { App } from './app.ts'
import { fieldError, HttpError } from './http-error.ts'
import { newRequestId } from './security.ts'

const mediaType = 'application/problem+json; charset=utf-8'

/** Answers every error with problem details (RFC 9457), `success: false` and the request's id (contract: `problem`). */
export function registerProblemDetails(app: App) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const expected = error instanceof HttpError ? error : toHttpError(error)
    if (expected) return sendHttpError(expected, request, reply)
    if (error.validation)
      return sendProblem(request, reply, { status: 400, title: 'The request is not valid', errors: fieldsOf(error) })
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500)
      return sendProblem(request, reply, { status, title: STATUS_CODES[status] ?? 'Error', detail: error.message })
    // A caller who left, as somebody who types on does, is no failure.
    if (error.name !== 'AbortError') request.log.error({ err: error }, 'request failed')
    const temporary = toUnavailable(error)
    if (temporary) return sendHttpError(temporary, request, reply)
    return sendProblem(request, reply, { status: 500, title: 'Something went wrong on our side' })
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, { status: 404, title: 'There is nothing at this address' }),
  )
}

/** Answers a path that cannot be decoded: Fastify does so before any route or hook runs. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 400
  void reply.header('x-request-id', request.id)
  sendProblem(request, reply, { status, title: STATUS_CODES[status] ?? 'Error' })
}

const statusOf: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/**
 * Answers what is no HTTP request, or does not come to its end: Node's parser refuses it before Fastify sees it. A
 * connection on which nothing was said is closed without a word: a browser that opened it ahead would take a late
 * answer for that of its first request.
 */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  ofAll: Record<string, string> = {},
) {
  const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || isUnused || !socket.writable) return void socket.destroy()
  writeProblem(socket, statusOf[error.code ?? ''] ?? 400, ofAll)
}

/** An error, as the answer on a connection that has no response of Fastify; `ofAll` are the headers of every answer. */
export function problemWithHeaders(status: number, ofAll: Record<string, string>) {
  const title = STATUS_CODES[status] ?? 'Error'
  const request_id = newRequestId()
  const body = JSON.stringify({ success: false, type: 'about:blank', title, status, request_id } satisfies Problem)
  const headers = {
    ...ofAll,
    'content-type': mediaType,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': request_id,
    connection: 'close',
  }
  return { title, headers, body }
}

const readAnswerMs = 10_000

/** Writes an error to a connection that has no response object, and ends it. */
export function writeProblem(socket: Duplex, status: number, ofAll: Record<string, string>) {
  const { title, headers, body } = problemWithHeaders(status, ofAll)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  // The other side ends the line when it has read this. One that is gone would hold it.
  setTimeout(() => socket.destroy(), readAnswerMs).unref()
}

/** The errors that the layers below HTTP throw on purpose, as answers. */
function toHttpError(error: Error): HttpError | undefined {
  if (error instanceof TooManyAttemptsError)
    return new HttpError(429, 'Too many attempts', {
      detail: 'Please wait before you try again.',
      retryAfterSeconds: error.retryAfterSeconds,
    })
  if (error instanceof WrongPasswordError) return new HttpError(401, error.message)
  if (error instanceof InvalidQueryError) return fieldError(error.field, error.message)
  if (error instanceof TookTooLongError)
    return new HttpError(422, 'This finds too much to be shown in time', {
      code: problemCodes.tooBroad,
      detail: 'Search for more letters, set a filter, or choose another order.',
    })
  if (error instanceof NotFoundError) return new HttpError(404, error.message)
  if (error instanceof NotOwnError) return new HttpError(403, error.message)
  if (error instanceof ConflictError)
    return new HttpError(409, error.message, {
      ...(error.detail === undefined ? {} : { detail: error.detail }),
      ...(error.code === undefined ? {} : { code: error.code }),
      ...(error.changedBy === undefined ? {} : { changed_by: error.changedBy }),
      ...(error.changedAt === undefined ? {} : { changed_at: error.changedAt.toISOString() }),
    })
  if (error instanceof EmailTakenError) return fieldError('email', error.message, 409)
  return undefined
}

/** Troubles that pass in a moment: 503 with Retry-After. */
function toUnavailable(error: Error): HttpError | undefined {
  if (error instanceof FileStoreError)
    return new HttpError(503, 'The documents cannot be reached', {
      detail: 'Please try again in a moment. Nothing was changed.',
      retryAfterSeconds: 5,
    })
  if (error instanceof NoSecretKeyError)
    return new HttpError(503, 'Codes of authenticator apps cannot be checked here', {
      detail:
        'The key that they are encrypted with is missing. Use a passkey or a recovery code, and tell who runs this.',
    })
  const trouble = findTrouble(error)
  if (!trouble) return undefined
  const { title, ...extras } = trouble
  return new HttpError(503, title, extras)
}

function sendHttpError({ status, message, extras }: HttpError, request: FastifyRequest, reply: FastifyReply) {
  const { retryAfterSeconds, ...rest } = extras
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  return sendProblem(request, reply, { status, title: message, ...rest })
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  what: Omit<Problem, 'success' | 'type' | 'request_id'> & { second_factor?: FactorChallenge },
) {
  const problem: Problem & typeof what = { success: false, type: 'about:blank', ...what, request_id: request.id }
  return reply.code(what.status).header('content-type', mediaType).serializer(JSON.stringify).send(problem)
}

function fieldsOf(error: FastifyError): Problem['errors'] {
  return error.validation?.map(({ instancePath, message }) => ({
    field: instancePath.replace(/^\//, '').replaceAll('/', '.') || (error.validationContext ?? 'body'),
    message: message ?? 'is not valid',
  }))
}
