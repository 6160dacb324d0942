import type { FastifyRequest } from 'fastify'
import { missingPermission } from '../../auth/permissions.ts'
import { goesAbove } from '../../auth/rate-limit.ts'
import { actorOf, callerOf } from '../../http/access.ts'
import { recordAct } from '../../repositories/audit.ts'
import type { Services } from '../../services.ts'

type Deps = Pick<Services, 'db' | 'rateLimits'>

/** Whether somebody may take a list whole, as a file or as SPEC §7 has it without parameters. */
export const mayExport = (request: FastifyRequest) => missingPermission(callerOf(request), 'exports:read') === undefined

/** Records that somebody takes a list whole, and what they asked for. */
export const auditExport = ({ db }: Pick<Deps, 'db'>, request: FastifyRequest, resource: string, after: object) =>
  recordAct(db, { actor: actorOf(request), act: 'export', resource, after })

/** Records once an hour that somebody who may not export reads more of a list, page by page, than a person looks at. */
export async function auditReads({ db, rateLimits }: Deps, request: FastifyRequest, resource: string, rows: number) {
  if (rows === 0 || mayExport(request)) return
  const { rowsRead } = rateLimits
  if (await goesAbove(rowsRead, `${callerOf(request)._id} ${resource}`, rows))
    await recordAct(db, { actor: actorOf(request), act: 'read-many', resource, after: { more_than: rowsRead.points } })
}
