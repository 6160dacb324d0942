import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../database/tables.ts'
import { callerOf } from '../http/access.ts'
import type { Services } from '../http/app-types.ts'
import { changeOnce } from '../http/change-once.ts'
import { notFound } from '../http/refusal.ts'
import { recordAct } from '../repositories/audit.ts'
import { changeDriver, lockDriver, type DriverChange } from '../repositories/drivers.ts'
import { createNotification } from '../repositories/notifications.ts'
import { refuseIfChanged } from './changed-meanwhile.ts'

type LockedDriver = NonNullable<Awaited<ReturnType<typeof lockDriver>>>
type Decision = { change: DriverChange; says: string }
type Asked = { request: FastifyRequest; reply: FastifyReply; _id: string; revision: number | undefined; act: string; sent?: unknown }

const done = { success: true as const }

/**
 * One change of a driver: checked against the row as it is now, written, audited and announced, all or nothing.
 * A driver who is already as wanted stays untouched and that is a success, so a call can be repeated.
 */
export async function changeOneDriver(
  { db, live }: Pick<Services, 'db' | 'live'>, { request, reply, _id, revision, act, sent }: Asked,
  decide: (row: LockedDriver, tx: Tx) => Decision | Promise<Decision>,
) {
  const caller = callerOf(request)
  return changeOnce({ db, request, reply }, async (tx) => {
    const row = await lockDriver(tx, _id)
    if (!row) throw notFound('driver')
    const { change, says } = await decide(row, tx)
    const before = pick(row, Object.keys(change))
    if (isSame(before, change)) return { answer: done }
    await refuseIfChanged(tx, row, revision)
    await changeDriver(tx, _id, change, caller._id)
    await recordAct(tx, { actorId: caller._id, act, noun: 'driver', targetId: _id, before, after: change })
    const notification = await createNotification(tx, 'Driver changed', `${caller.full_name} ${says}.`)
    const isRenamed = change.full_name !== undefined && change.full_name !== row.full_name
    return {
      answer: done,
      tell() {
        live.rowsChanged({ noun: 'drivers', _id, kind: 'changed' }, [_id])
        // Their rides bear the driver's name; which ones these are, each table finds out for what it shows.
        if (isRenamed) for (const noun of ['driver-rides', 'user-rides'] as const) live.rowsChanged({ noun, kind: 'changed' })
        live.notify(notification)
      },
    }
  }, sent)
}

const pick = (row: object, keys: string[]) => Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)))

const isSame = (before: Record<string, unknown>, change: DriverChange) => Object.entries(change).every(([key, value]) => before[key] === value)
