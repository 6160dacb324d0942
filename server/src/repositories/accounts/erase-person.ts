import { sql } from 'kysely'
import { fold, searchedText } from '@interline/shared/contract'
import { auditKeys, personKeys } from '../../database/search-keys.ts'
import type { Tx } from '../../database/tables.ts'
import { all, has } from '../../lists/list.ts'
import { recordAct, revisedBy, type Actor } from '../audit.ts'
import { noteUnfiled } from '../documents.ts'
import { NotFoundError } from '../errors.ts'

/** The name of an erased person. */
const nameOfErased = 'Erased person'

/** A shorter value stands in too many places that are about somebody else. */
const leastLetters = 5

/** `values` are those of this person alone that they are found by elsewhere, `phrases` the same for `isNamed`. */
type ErasedPerson = { _id: string; bookingIds: string[]; values: string[]; phrases: string[][] }

/**
 * Removes what says who a driver or user is: name, contacts, documents, messages and notes, and what notifications,
 * stored answers, saved views, reviews and the audit say of it. Their rides and bookings stay. Returns their role, and
 * the keys of the documents, which are still to be removed. Throws `NotFoundError` for nobody, for an administrator and
 * for who was erased before.
 */
export async function erasePerson(
  tx: Tx,
  { actor, _id }: { actor: Actor; _id: string },
): Promise<{ role: 'driver' | 'user'; documents: string[] }> {
  const person = await tx
    .selectFrom('people')
    .selectAll()
    .where('_id', '=', _id)
    .where('erasedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person || person.role === 'admin') throw new NotFoundError('person')
  const bookings = await tx
    .selectFrom('bookings')
    .select('_id')
    .where((eb) => eb.or([eb('userId', '=', _id), eb('driverId', '=', _id)]))
    .execute()
  const isOwn = (value: string | null): value is string => (value?.trim().length ?? 0) >= leastLetters
  const names = (await hasNamesake(tx, person)) ? [] : [person.full_name].filter(isOwn)
  const others = [person.email, person.phone, person.driving_licence_number, person.stripe_connect_id].filter(isOwn)
  const erased = {
    _id,
    bookingIds: bookings.map((booking) => booking._id),
    values: [...names, ...others].map((value) => value.trim()),
    phrases: [...names.map((name) => wordsOf(fold(name))), ...others.flatMap(writings)].filter(
      ({ length }) => length > 0,
    ),
  }

  await eraseProfile(tx, actor, _id)
  // A message that is being stored holds the conversation.
  await tx.selectFrom('conversations').select('partyId').where('partyId', '=', _id).forUpdate().execute()
  await tx.deleteFrom('messages').where('partyId', '=', _id).execute()
  await tx.deleteFrom('conversations').where('partyId', '=', _id).execute()
  await tx
    .deleteFrom('notes')
    .where('targetId', '=', any([_id, ...erased.bookingIds]))
    .execute()
  await tx.updateTable('driver_reviews').set({ note: null }).where('driverId', '=', _id).execute()
  await eraseMentions(tx, erased)
  const entries = await eraseFromAudit(tx, erased)
  await recordAct(tx, { actor, act: 'erase', resource: person.role, targetId: _id, after: { entries } })
  return { role: person.role, documents: await eraseDocuments(tx, person) }
}

/** Whether the name says who another person is, too. */
async function hasNamesake(tx: Tx, { _id, full_name }: { _id: string; full_name: string }): Promise<boolean> {
  const name = has(fold(full_name))
  const others = tx
    .selectFrom('people')
    .select('_id')
    .where('_id', '<>', _id)
    // The index of each role finds its own.
    .where(({ or, and, eb }) => or(roles.map((role) => and([eb('role', '=', role), name]))))
  return (await others.limit(1).executeTakeFirst()) !== undefined
}

const roles = ['admin', 'driver', 'user'] as const

const any = (ids: string[]) => sql<string>`any(${ids}::text[])`

/**
 * Returns the keys of their files, which are noted as those that no row names. People of the demo have documents
 * without a row of their own, and share some of these.
 */
async function eraseDocuments(tx: Tx, person: Record<(typeof copies)[number], string | null> & { _id: string }) {
  const rows = await tx.deleteFrom('documents').where('personId', '=', person._id).returning('key').execute()
  const own = new Set(rows.map(({ key }) => key))
  await sql`update people set ${sql.join(copies.map((name) => sql`${sql.ref(name)} = null`))}
    where _id = ${person._id}`.execute(tx)
  for (const key of copies.map((name) => person[name]))
    if (key?.startsWith('uploads/') && !own.has(key) && !(await isShared(tx, key))) own.add(key)
  for (const key of own) await noteUnfiled(tx, key)
  return [...own]
}

/** The columns that copy the keys of what a person has now. */
const copies = ['profile_picture', 'driving_licence', 'car_document', 'car_insurance', 'state_id'] as const

async function isShared(tx: Tx, key: string): Promise<boolean> {
  const named = tx
    .selectFrom('people')
    .select('_id')
    .where((eb) => eb.or(copies.map((name) => eb(name, '=', key))))
  return (await named.limit(1).executeTakeFirst()) !== undefined
}

async function eraseProfile(tx: Tx, actor: Actor, _id: string): Promise<void> {
  await tx
    .updateTable('people')
    .set({
      full_name: nameOfErased,
      ...personKeys({ full_name: nameOfErased }),
      email: null,
      phone: null,
      passwordHash: null,
      address: null,
      car_name: null,
      driving_licence_number: null,
      stripe_connect_id: null,
      is_driver_profile_approved: false,
      reverify_status: '',
      erasedAt: new Date(),
      ...revisedBy(actor),
    })
    .where('_id', '=', _id)
    .execute()
  for (const table of ['sessions', 'known_addresses', 'password_resets', 'last_seen'] as const)
    await tx.deleteFrom(table).where('personId', '=', _id).execute()
  await tx.deleteFrom('review_claims').where('driverId', '=', _id).execute()
}

/** All that passes by itself, and is about this person or names them. A notification has the id of whoever it names. */
async function eraseMentions(tx: Tx, { _id, bookingIds, values, phrases }: ErasedPerson): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where((eb) =>
      eb.or([
        eb('targetId', '=', any([_id, ...bookingIds])),
        eb(
          '_id',
          'in',
          eb.selectFrom('notification_rows').select('notificationId').where('notification_rows.targetId', '=', _id),
        ),
      ]),
    )
    .execute()
  const asJson = [_id, ...values].map((value) => JSON.stringify(value.toLowerCase()).slice(1, -1))
  const isNamedInAnswer = sql<boolean>`exists
    (select from unnest(${asJson}::text[]) word where position(word in lower(answer::text)) > 0)`
  await tx
    .deleteFrom('repeatable_answers')
    .where((eb) => eb.or([eb('callerId', '=', _id), isNamedInAnswer]))
    .execute()
  const views = await tx.selectFrom('saved_views').select(['_id', 'name', 'query']).execute()
  const naming = views.filter(({ name, query }) =>
    isNamed(phrases, searchedText([name, ...new URLSearchParams(query).values()].join('\n'))),
  )
  await tx
    .deleteFrom('saved_views')
    .where('_id', '=', any(naming.map((view) => view._id)))
    .execute()
}

const aboutPeople = sql`resource in ('driver', 'user', 'person', 'administrator')`

/**
 * Takes the values out of the entries that say something of a person: of those about them and by them, of notes on
 * their bookings, and of those about nobody that name them, such as an export of what was searched. What was done,
 * when, by whom and to which record stays, and so does the chain. Returns how many entries they are.
 */
async function eraseFromAudit(tx: Tx, { _id, bookingIds, phrases }: ErasedPerson): Promise<number> {
  const naming = await findNaming(tx, phrases)
  const { numAffectedRows } =
    await sql`update audit set before = null, after = null, address = null, "searchText" = null, salt = null
    where salt is not null and (
      (${aboutPeople} and "targetId" = ${_id})
      or "actorId" = ${_id}
      or (resource = 'booking' and "targetId" = any(${bookingIds}::text[]) and act in ('leave-note', 'edit-note', 'remove-note'))
      or _id = any(${naming}::text[]))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** The entries about nobody that name a person. The index of their texts finds those that may. */
async function findNaming(tx: Tx, phrases: string[][]): Promise<string[]> {
  if (phrases.length === 0) return []
  const mayName = phrases.map((each) => sql`(${all(each.flatMap(wordsOf).map((word) => has(word)))})`)
  const { rows } = await sql<{ _id: string; before: unknown; after: unknown }>`select _id, before, after from audit
    where not (${aboutPeople} and "targetId" is not null) and (${sql.join(mayName, sql` or `)})`.execute(tx)
  return rows
    .filter(({ before, after }) => isNamed(phrases, auditKeys([before, after]).searchText))
    .map(({ _id }) => _id)
}

const wordsOf = (searched: string) => searched.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** The phrases of a value that is no name: folded, and of a phone number its digits too. */
const writings = (value: string) =>
  searchedText(value)
    .split('\n')
    .map((line) => [wordsOf(line).join(' ')].filter(Boolean))

/**
 * Whether a line of a `searchedText` has all phrases of one value, in any order. Each begins a word: "Solbergs" names a
 * Solberg, and the digits inside of an id name nobody.
 */
function isNamed(phrases: string[][], searched: string): boolean {
  const lines = searched.split('\n').map((line) => ` ${wordsOf(line).join(' ')}`)
  const isIn = (line: string) => (phrase: string) => new RegExp(` ${phrase}(?!\\p{N})`, 'u').test(line)
  return lines.some((line) => phrases.some((each) => each.every(isIn(line))))
}
