import type { Database } from '../../database/tables.ts'
import { recordAct, type Actor } from '../audit.ts'

const fields = ['driving_licence', 'car_document', 'car_insurance', 'state_id'] as const

type View = { actor: Actor; owner: string; key: string; filename: string | undefined }

/** Somebody looked at a document of a driver or user; one that was replaced since is named by its key. */
export async function recordView(db: Database, { actor, owner, key, filename }: View): Promise<void> {
  const person = await db
    .selectFrom('people')
    .select(['role', ...fields])
    .where('_id', '=', owner)
    .executeTakeFirst()
  await recordAct(db, {
    actor,
    act: 'view-document',
    resource: person?.role ?? 'person',
    targetId: owner,
    after: { document: fields.find((field) => person?.[field] === key) ?? key, ...(filename && { filename }) },
  })
}
