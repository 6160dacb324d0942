import type { Database } from '../database/tables.ts'

/** A value that is made up on first use and then the same for every node and start. */
export async function installationValue(db: Database, name: string, create: () => string): Promise<string> {
  await db
    .insertInto('installation')
    .values({ name, value: create() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value
}
