import type { ImportedRow, ImportRow } from '@interline/shared/contract'
import { answer, checkImport, importDrivers, importedRow } from '@interline/shared/contract/schemas'
import type { Database, Tx } from '../../database/tables.ts'
import { actorOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { causedBy, runOnce } from '../../http/idempotency.ts'
import type { Actor } from '../../repositories/audit.ts'
import { createDrivers, findDrivers, findOwners, oneImport } from '../../repositories/driver-import.ts'
import { lockDriver, updateDriver } from '../../repositories/driver-updates.ts'
import { ConflictError } from '../../repositories/errors.ts'
import type { Services } from '../../services.ts'
import { idOf, planRows, valuesToFind, type RowPlan } from './plan-rows.ts'

/** A hundred rows of full cells. */
const mostBytes = 4 * 1024 * 1024

/**
 * Drivers from the rows of a file, at most 100 in a call: `check` says what each row would do, the other call does it
 * in one transaction, each row with the audit entry of a single change. A row that is refused, a duplicate or changed
 * after `revision` is answered with the reason, and the others are done. Nobody is notified of each row.
 */
export function registerDriverImport(app: App, { db, broadcast }: Services) {
  const options = { config: { permission: 'drivers:write' as const }, bodyLimit: mostBytes }
  const schema = { tags: ['drivers'], response: { 200: answer(importedRow.array()) } }

  app.post('/admin/drivers/import/check', { ...options, schema: { ...schema, body: checkImport } }, async (request) => {
    const plans = await planned(db, request.body.rows, { lock: false })
    return { success: true as const, data: plans.map(({ row }) => row) }
  })

  app.post('/admin/drivers/import', { ...options, schema: { ...schema, body: importDrivers } }, (request, reply) => {
    const { rows, import_id: bulkId } = request.body
    const work = async (tx: Tx) => {
      const actor = { ...actorOf(request), bulkId }
      const revisions = new Map(rows.map(({ line, revision }) => [line, revision]))
      await oneImport(tx)
      const plans = await planned(tx, rows, { lock: true })
      const changed: ImportedRow[] = []
      for (const plan of plans) changed.push(await changeRow(tx, plan, actor, revisions.get(plan.row.line)))
      const added = plans.flatMap(({ create }) => create ?? [])
      const ids = await createDrivers(tx, added, actor)
      const data = changed.map((row, at) => {
        const create = plans[at]?.create
        return create ? { ...row, driver: { _id: ids.shift() ?? '', full_name: create.full_name, revision: 1 } } : row
      })
      return { data }
    }
    return runOnce({ db, request, reply }, work, ({ data }) => {
      const done = data.filter((row) => row.outcome === 'create' || row.outcome === 'change')
      const ids = done.flatMap(({ driver }) => driver?._id ?? [])
      if (ids.length > 0)
        broadcast.rowsChanged({ resource: 'drivers', ids, kind: 'changed', ...causedBy(request) }, ids)
      // Rides show the driver's name.
      if (
        done.some(({ outcome, changes }) => outcome === 'change' && changes.some(({ field }) => field === 'full_name'))
      )
        for (const resource of ['driver-rides', 'user-rides'] as const)
          broadcast.rowsChanged({ resource, kind: 'changed' })
    })
  })
}

async function planned(db: Database, rows: ImportRow[], { lock }: { lock: boolean }): Promise<RowPlan[]> {
  const ids = [...new Set(rows.map(idOf).filter(Boolean))]
  const drivers = await findDrivers(db, ids, { lock })
  return planRows(rows, drivers, await findOwners(db, valuesToFind(rows)))
}

async function changeRow(
  tx: Tx,
  { row, change }: RowPlan,
  actor: Actor & { _id: string; full_name: string },
  revision: number | undefined,
): Promise<ImportedRow> {
  if (!change || !row.driver) return row
  try {
    const driver = await lockDriver(tx, row.driver._id)
    const updated = await updateDriver(tx, driver, { actor, act: 'edit', change, revision })
    return updated ? { ...row, driver: { ...row.driver, revision: driver.revision + 1 } } : row
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    const by = error.changedBy === undefined ? '' : ` by ${error.changedBy}`
    const problems = [{ field: 'revision', message: `was changed${by} in the meantime: check this row again` }]
    return { ...row, outcome: 'refused', changes: [], problems }
  }
}
