import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { adminRoles } from '@interline/shared/contract'
import { Passwords } from '../auth/password.ts'
import { BackupError } from '../backup/archive.ts'
import { findRunningApi } from '../backup/running-api.ts'
import { databaseFolder, readConfig, SettingError } from '../config/config.ts'
import { openDatabases } from '../database/open.ts'
import { FolderLockedError } from '../database/pglite/folder-lock.ts'
import { checkServers } from '../start/check-servers.ts'
import { askPassword } from './ask-password.ts'
import { AdministratorActError, manageAdministrators, type AdministratorAct } from './manage-administrators.ts'

const usage = `npm run admin -- list
npm run admin -- create EMAIL [--name NAME] [--role ROLE] [--password]
npm run admin -- reset EMAIL [--password | --second-factor]
npm run admin -- sign-in EMAIL
npm run admin -- unlink EMAIL
For who has the server: the first administrator and the forgotten one, while the API runs or not.
create invites somebody, as owner unless --role says ${adminRoles.slice(1).join(', ')}; reset is for a forgotten password. Both print a link
to open. With --password they set the password in NEW_PASSWORD, or ask for it on the terminal; it is never an argument.
reset --second-factor removes the authenticator app, passkeys and recovery codes of who lost them; the password stays.
sign-in prints a link that signs in, once, within 10 minutes: for when the provider of single sign-on is away. unlink is for
somebody who has another account there now, with the same mail address.
The settings are those of npm start. Ends with 0 when it is done, 1 when not, 2 when the command was wrong.`

function fail(status: number, text: string): never {
  process.stderr.write(`admin: ${text}\n`)
  process.exit(status)
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        name: { type: 'string' },
        role: { type: 'string' },
        password: { type: 'boolean' },
        'second-factor': { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    fail(2, `${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

const { values, positionals } = readArguments()
const [name, email, ...others] = positionals
if (values.help) {
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}
if (name === undefined) fail(2, `say what to do\n${usage}`)
if (!['list', 'create', 'reset', 'sign-in', 'unlink'].includes(name)) fail(2, `there is no act "${name}"\n${usage}`)
if ((name === 'list') !== (email === undefined) || others.length > 0)
  fail(
    2,
    `${name} takes ${name === 'list' ? 'nothing else' : 'one e-mail address, and no password as an argument'}\n${usage}`,
  )
const role = adminRoles.find((one) => one === (values.role ?? 'owner'))
if (!role) fail(2, `--role "${values.role}" is none of ${adminRoles.join(', ')}`)
if (name !== 'create' && (values.name ?? values.role) !== undefined) fail(2, `${name} takes no --name and no --role`)
const isOfFactor = values['second-factor'] === true
if (isOfFactor && name !== 'reset') fail(2, `${name} takes no --second-factor`)
if (isOfFactor && values.password) fail(2, 'reset takes --password or --second-factor, one at a time')
if (name !== 'create' && name !== 'reset' && values.password) fail(2, `${name} takes no --password`)

async function readPassword(): Promise<string | undefined> {
  if (!values.password) return undefined
  if (process.env.NEW_PASSWORD) return process.env.NEW_PASSWORD
  if (!process.stdin.isTTY) fail(2, '--password: set NEW_PASSWORD, or run the command in a terminal that can ask')
  return (await askPassword()) ?? fail(1, 'the two passwords are not the same; nothing was changed')
}

async function actOf(): Promise<AdministratorAct> {
  if (name === 'list' || email === undefined) return { act: 'list' }
  if (isOfFactor) return { act: 'remove-second-factors', email }
  if (name === 'sign-in' || name === 'unlink') return { act: name, email }
  const password = await readPassword()
  if (name === 'reset') return { act: 'reset', email, password }
  return {
    act: 'create',
    email,
    full_name: values.name ?? email.split('@')[0] ?? email,
    admin_role: role ?? 'owner',
    password,
  }
}

async function run(wanted: AdministratorAct): Promise<string[]> {
  const { PORT } = process.env
  const config = readConfig({ ...(PORT && { ALLOWED_ORIGINS: `http://localhost:${PORT}` }), ...process.env })
  await checkServers(config)
  const origin = config.allowedOrigins[0] ?? config.publicUrl
  const runningApi = config.databaseUrl ? undefined : await findRunningApi(config.dataDir)
  if (runningApi) return runningApi.manage(wanted)
  if (!config.databaseUrl && !config.production && !existsSync(databaseFolder(config)))
    throw new AdministratorActError(`there is no database in ${config.dataDir}; npm start makes the demo's`)
  const location = config.databaseUrl ? { url: config.databaseUrl } : { folder: databaseFolder(config) }
  const databases = await openDatabases(location, config.databaseLimits)
  try {
    return await manageAdministrators({ db: databases.longQueries, passwords: new Passwords(), origin }, wanted)
  } finally {
    await databases.close()
  }
}

try {
  for (const line of await run(await actOf())) process.stdout.write(`${line}\n`)
} catch (error) {
  const isPlain = [AdministratorActError, BackupError, SettingError, FolderLockedError].some(
    (Plain) => error instanceof Plain,
  )
  fail(
    1,
    isPlain && error instanceof Error
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error),
  )
}
