import { Kysely } from 'kysely'
import { migrate } from '../../database/open.ts'
import { openPglite } from '../../database/pglite/pglite.ts'
import { interrupted } from './interrupted-dialect.ts'

/** Brings the embedded database in a folder up to date, and is killed before the n-th statement. */
const [folder = '', at] = process.argv.slice(2)
const { dialect } = await openPglite(folder)
const db = new Kysely<never>({
  dialect: interrupted(dialect, (count) => {
    if (count === Number(at)) process.kill(process.pid, 'SIGKILL')
  }),
})
await migrate(db as never)
await db.destroy()
