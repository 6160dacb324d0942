import { newId } from '../database/ids.ts'
import type { Database } from '../database/tables.ts'

type Act = { actorId: string | null; act: string; noun: string; targetId?: string; before?: object; after?: object }

/** Who did what to which record, and what it was before; inside the transaction of the change itself. */
export async function recordAct(db: Database, { actorId, act, noun, targetId, before, after }: Act): Promise<void> {
  const at = new Date()
  const json = (value: object | undefined) => (value ? JSON.stringify(value) : null)
  await db.insertInto('audit').values({ _id: newId(at), at, actorId, act, noun, targetId: targetId ?? null, before: json(before), after: json(after) }).execute()
}

export async function nameOf(db: Database, personId: string | null): Promise<string | undefined> {
  if (!personId) return undefined
  return (await db.selectFrom('people').select('full_name').where('_id', '=', personId).executeTakeFirst())?.full_name
}
