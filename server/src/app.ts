import compress from '@fastify/compress'
import etag from '@fastify/etag'
import multipart from '@fastify/multipart'
import { uploadMaxBytes } from '@interline/shared/contract'
import { registerAccess } from './http/access.ts'
import type { App } from './http/app.ts'
import { registerDocumentation } from './http/documentation.ts'
import { registerSecurity } from './http/security.ts'
import { measure } from './monitoring/measure.ts'
import { createReadiness } from './monitoring/readiness.ts'
import { registerIdempotency } from './http/idempotency.ts'
import { registerProblemDetails } from './http/problem-details.ts'
import { registerLoadShedding } from './http/load-shedding.ts'
import { registerWriteLimit } from './http/write-limit.ts'
import type { Services } from './services.ts'
import { registerAudit } from './routes/audit.ts'
import { registerBookings } from './routes/bookings.ts'
import { registerCannedReplies } from './routes/chats/canned-replies.ts'
import { registerConversations } from './routes/chats/conversations.ts'
import { registerChats } from './routes/chats/chats.ts'
import { registerDirectMessages } from './routes/chats/direct-messages.ts'
import { registerDashboard } from './routes/dashboard.ts'
import { registerDriverChanges } from './routes/driver-changes/driver-changes.ts'
import { registerReviewDecisions } from './routes/driver-reviews/decisions.ts'
import { registerExpiring } from './routes/driver-reviews/expiring.ts'
import { registerReviewQueue } from './routes/driver-reviews/queue.ts'
import { registerDriverEdit } from './routes/driver-changes/driver-edit.ts'
import { registerDriverImport } from './routes/driver-import/driver-import.ts'
import { registerLists } from './routes/lists/register-lists.ts'
import { registerErasePerson } from './routes/records/erase-person.ts'
import { registerNotes } from './routes/records/notes.ts'
import { registerRecords } from './routes/records/records.ts'
import { registerHealth } from './routes/health.ts'
import { registerMetrics } from './monitoring/metrics.ts'
import { registerNotifications } from './routes/notifications.ts'
import { registerOwnSecondFactor } from './routes/accounts/second-factor/own-second-factor.ts'
import { registerConfirm } from './routes/accounts/second-factor/confirm.ts'
import { registerOwnAccount } from './routes/accounts/own-account.ts'
import { registerOwnPicture } from './routes/accounts/own-picture.ts'
import { registerAdministrators } from './routes/accounts/administrators.ts'
import { registerInvitations } from './routes/accounts/invitations.ts'
import { registerPasswordReset } from './routes/accounts/password-reset.ts'
import { registerPolicy } from './routes/policy.ts'
import { registerPeople } from './routes/accounts/people.ts'
import { registerRecordSearch } from './routes/lists/record-search.ts'
import { registerSavedViews } from './routes/saved-views/saved-views.ts'
import { registerViewCounts } from './routes/saved-views/view-counts.ts'
import { registerSignIn } from './routes/accounts/sign-in.ts'
import { registerSignInCode } from './routes/accounts/sign-in-code.ts'
import { registerSingleSignOn } from './routes/accounts/single-sign-on.ts'
import { registerTrips } from './routes/trips.ts'
import { registerUploads } from './routes/uploads.ts'

/** Registers hooks and routes, in the order in which a request meets them. */
export async function registerAll(app: App, services: Services): Promise<void> {
  registerProblemDetails(app)
  const readChecks = createReadiness(services.health, app.log)
  const writeMetrics = measure(app, { ...services, readChecks })
  await app.register(multipart, {
    limits: { fileSize: uploadMaxBytes, files: 3, fields: 20, fieldSize: 8 * 1024, parts: 25 },
  })
  await registerSecurity(app, services.config.allowedOrigins, services.config.production)
  registerLoadShedding(app, {
    // An office, or a proxy that is not in TRUST_PROXY, is one address.
    calls: { inAll: 100, ofAddress: 90, ofClient: 80 },
    signIns: { inAll: 30, ofAddress: 30, ofClient: 30 },
    // A browser has six connections to a server.
    heavy: { inAll: 60, ofAddress: 30, ofClient: 8 },
  })
  registerAccess(app, services)
  registerWriteLimit(app, services.rateLimits)
  registerIdempotency(app)
  // Text would be converted to bytes twice: to hash it, and to write it.
  app.addHook('onSend', (_request, _reply, payload, done) =>
    done(null, typeof payload === 'string' ? Buffer.from(payload) : payload),
  )
  await app.register(etag, { weak: true })
  // All that is sent to us compressed stays so and is refused: a small body could hold a huge one.
  await app.register(compress, { encodings: ['gzip'], zlibOptions: { level: 1 }, globalDecompression: false })
  await registerDocumentation(app, services.config.publicUrl)
  registerHealth(app, readChecks)
  registerMetrics(app, writeMetrics, services.config.metricsToken)
  registerUploads(app, services)
  await app.register(
    async (api: App) => {
      registerSignIn(api, services)
      registerSingleSignOn(api, services)
      registerSignInCode(api, services)
      registerPasswordReset(api, services)
      registerOwnAccount(api, services)
      registerOwnPicture(api, services)
      registerOwnSecondFactor(api, services)
      registerConfirm(api, services)
      registerAdministrators(api, services)
      registerInvitations(api, services)
      registerPolicy(api, services)
      registerDashboard(api, services)
      registerLists(api, services)
      registerDriverChanges(api, services)
      registerDriverEdit(api, services)
      registerDriverImport(api, services)
      registerReviewQueue(api, services)
      registerReviewDecisions(api, services)
      registerExpiring(api, services)
      registerRecordSearch(api, services)
      registerBookings(api, services)
      registerSavedViews(api, services)
      registerViewCounts(api, services)
      registerRecords(api, services)
      registerNotes(api, services)
      registerErasePerson(api, services)
      registerChats(api, services)
      registerDirectMessages(api, services)
      registerCannedReplies(api, services)
      registerConversations(api, services)
      registerNotifications(api, services)
      registerAudit(api, services)
      registerPeople(api, services)
      registerTrips(api, services)
    },
    { prefix: '/api/v1' },
  )
}
