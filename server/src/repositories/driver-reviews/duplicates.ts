import { sql } from 'kysely'
import { driverFileFields, type DriverFileField, type Duplicate } from '@interline/shared/contract'
import { personKeys } from '../../database/search-keys.ts'
import type { Database } from '../../database/tables.ts'
import type { DriverRow } from '../drivers.ts'

const mostNamed = 5
/** Fewer digits or letters than that are no number of anybody. */
const fewest = 4

type Other = { _id: string; full_name: string }

/** Other drivers with the same phone, licence number or file. */
export async function findDuplicates(db: Database, driver: DriverRow): Promise<Duplicate[]> {
  const { phone_key: phone, licence_key: licence } = personKeys(driver)
  const same = (isSame: ReturnType<typeof sql<boolean>>) =>
    db
      .selectFrom('people')
      .select(['_id', 'full_name'])
      .where('role', '=', 'driver')
      .where(isSame)
      .where('_id', '<>', driver._id)
      .limit(mostNamed)
      .execute()
  const found: Duplicate[] = []
  const add = (field: Duplicate['field'], drivers: Other[]) => {
    if (drivers.length > 0) found.push({ field, drivers })
  }
  if (phone && phone.length >= fewest) add('phone', await same(sql`phone_key = ${phone}`))
  if (licence && licence.length >= fewest) add('driving_licence_number', await same(sql`licence_key = ${licence}`))
  const files = await findSameFiles(db, driver._id)
  for (const field of new Set(files.map(({ document }) => document)))
    add(
      field,
      files.filter(({ document }) => document === field).map(({ _id, full_name }) => ({ _id, full_name })),
    )
  return found
}

async function findSameFiles(db: Database, driverId: string) {
  const { rows } = await sql<Other & { document: DriverFileField }>`
    select own.kind as document, other._id, other.full_name from documents as own
    cross join lateral (
      select distinct people._id, people.full_name from (
        select "personId" from documents where sha256 = own.sha256 and "replacedAt" is null and "personId" <> own."personId"
        limit ${mostNamed}
      ) as same join people on people._id = same."personId"
    ) as other
    where own."personId" = ${driverId} and own."replacedAt" is null and own.sha256 is not null
      and own.kind in (${sql.join(driverFileFields.map((field) => sql.lit(field)))})
    order by own.kind, other.full_name`.execute(db)
  return rows
}
