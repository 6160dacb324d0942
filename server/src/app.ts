import fastify, { type FastifyServerOptions } from 'fastify'
import multipart from '@fastify/multipart'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { uploadMaxBytes } from '@interline/shared/contract'
import { registerAccess } from './http/access.ts'
import type { App, Services } from './http/app-types.ts'
import { registerDocumentation } from './http/documentation.ts'
import { newRequestId, registerGuards } from './http/guards.ts'
import { registerRepeatKeys } from './http/change-once.ts'
import { answerFrameworkError, registerProblems } from './http/problems.ts'
import { logSerializers, redactedPaths } from './http/logging.ts'
import { registerShedding } from './http/shed-load.ts'
import { registerBookings } from './routes/bookings.ts'
import { registerChats } from './routes/chats.ts'
import { registerDashboard } from './routes/dashboard.ts'
import { registerDriverChanges } from './routes/driver-changes.ts'
import { registerDriverEdit } from './routes/driver-edit.ts'
import { registerDriverRides } from './routes/driver-rides.ts'
import { registerDrivers } from './routes/drivers.ts'
import { registerHealth } from './routes/health.ts'
import { registerNotifications } from './routes/notifications.ts'
import { registerPasswordReset } from './routes/password-reset.ts'
import { registerPeople } from './routes/people.ts'
import { registerSignIn } from './routes/sign-in.ts'
import { registerTrips } from './routes/trips.ts'
import { registerUploads } from './routes/uploads.ts'
import { registerUsers } from './routes/users.ts'

export type LogStream = { write(line: string): void }

/** The HTTP side of the server, not listening yet. */
export function createApp(level: string, trustedProxies: string[], stream?: LogStream): App {
  const options: FastifyServerOptions = {
    logger: { level, serializers: logSerializers, redact: redactedPaths, ...(stream ? { stream } : {}) },
    genReqId: newRequestId,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    frameworkErrors: answerFrameworkError,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: true,
    // What comes in while a node drains is answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  }
  const app = fastify(options).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  acceptJsonOnly(app)
  return app
}

/** Everything the server answers, in the order it is looked at. */
export async function registerAll(app: App, services: Services): Promise<void> {
  registerProblems(app)
  await app.register(multipart, { limits: { fileSize: uploadMaxBytes, files: 3, fields: 20, fieldSize: 8 * 1024, parts: 25 } })
  await registerGuards(app, services.config.allowedOrigins)
  registerShedding(app, { calls: 100, signIns: 30 })
  registerAccess(app, services.sessions)
  registerRepeatKeys(app)
  await registerDocumentation(app, services.config.publicUrl)
  registerHealth(app, services)
  registerUploads(app, services)
  await app.register(async (api: App) => {
    registerSignIn(api, services)
    registerPasswordReset(api, services)
    registerDashboard(api, services)
    registerDrivers(api, services)
    registerDriverChanges(api, services)
    registerDriverEdit(api, services)
    registerUsers(api, services)
    registerDriverRides(api, services)
    registerBookings(api, services)
    registerChats(api, services)
    registerNotifications(api, services)
    registerPeople(api, services)
    registerTrips(api, services)
  }, { prefix: '/api/v1' })
}

/** JSON is the one payload besides multipart forms; a call without a payload may still say that it sends JSON. */
function acceptJsonOnly(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body, done)
  })
}
