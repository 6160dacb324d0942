import { sql, type Kysely, type Migration } from 'kysely'
import { activity } from './activity.ts'
import { audit } from './audit.ts'
import { documents } from './documents.ts'
import { driverReviews } from './driver-reviews.ts'
import { installation } from './installation.ts'
import { messages } from './messages.ts'
import { notifications } from './notifications.ts'
import { people } from './people.ts'
import { signIn } from './sign-in.ts'
import { trips } from './trips.ts'

const extensions = `
create extension if not exists pg_trgm;
`

const parts = [
  extensions,
  people,
  documents,
  driverReviews,
  trips,
  activity,
  messages,
  notifications,
  signIn,
  installation,
  audit,
]

/** A statement ends with a semicolon before a line that begins at the margin: the body of a function is indented. */
const statementsOf = (part: string) => part.trim().split(/;\n+(?=\S)/)

/** All tables, before the first release. What comes after a release is a migration of its own. */
export const schema: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of parts.flatMap(statementsOf)) await sql.raw(statement).execute(db)
  },
}
