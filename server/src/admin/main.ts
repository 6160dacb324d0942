import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { adminRoles } from '@interline/shared/contract'
import { Passwords } from '../auth/password.ts'
import { findRunningApi } from '../backup/running-api.ts'
import { databaseFolder, readConfig } from '../config/config.ts'
import { PlainError } from '../config/plain-error.ts'
import { locationOf, openDatabases } from '../database/open.ts'
import { checkServers } from '../start/check-servers.ts'
import { Command, print } from '../config/command.ts'
import { manageAdministrators, type AdministratorAct } from './manage-administrators.ts'

const command: Command = new Command(
  'admin',
  `npm run admin -- list
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
The settings are those of npm start. Ends with 0 when it is done, 1 when not, 2 when the command was wrong.`,
)

const { values, positionals } = command.read({
  name: { type: 'string' },
  role: { type: 'string' },
  password: { type: 'boolean' },
  'second-factor': { type: 'boolean' },
})
const [name, email, ...others] = positionals
if (name === undefined) command.fail(2, 'say what to do')
if (!['list', 'create', 'reset', 'sign-in', 'unlink'].includes(name)) command.fail(2, `there is no act "${name}"`)
if ((name === 'list') !== (email === undefined) || others.length > 0)
  command.fail(
    2,
    `${name} takes ${name === 'list' ? 'nothing else' : 'one e-mail address, and no password as an argument'}`,
  )
const role = adminRoles.find((one) => one === (values.role ?? 'owner'))
if (!role) command.fail(2, `--role "${values.role}" is none of ${adminRoles.join(', ')}`)
if (name !== 'create' && (values.name ?? values.role) !== undefined)
  command.fail(2, `${name} takes no --name and no --role`)
const isOfFactor = values['second-factor'] === true
if (isOfFactor && name !== 'reset') command.fail(2, `${name} takes no --second-factor`)
if (isOfFactor && values.password) command.fail(2, 'reset takes --password or --second-factor, one at a time')
if (name !== 'create' && name !== 'reset' && values.password) command.fail(2, `${name} takes no --password`)

async function readPassword(): Promise<string | undefined> {
  if (!values.password) return undefined
  if (process.env.NEW_PASSWORD) return process.env.NEW_PASSWORD
  if (!process.stdin.isTTY)
    command.fail(2, '--password: set NEW_PASSWORD, or run the command in a terminal that can ask')
  return (await askPassword()) ?? command.fail(1, 'the two passwords are not the same; nothing was changed')
}

/** Asks on the terminal for a password, twice, without showing it; undefined when the two differ. */
async function askPassword(): Promise<string | undefined> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const ask = async (question: string) => {
    process.stderr.write(question)
    const answer = await terminal.question('')
    process.stderr.write('\n')
    return answer
  }
  try {
    const first = await ask('New password: ')
    return (await ask('The same again: ')) === first ? first : undefined
  } finally {
    terminal.close()
  }
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

async function manage(wanted: AdministratorAct): Promise<string[]> {
  const { PORT } = process.env
  const config = readConfig({ ...(PORT && { ALLOWED_ORIGINS: `http://localhost:${PORT}` }), ...process.env })
  await checkServers(config)
  const runningApi = config.databaseUrl ? undefined : await findRunningApi(config.dataDir)
  if (runningApi) return runningApi.manage(wanted)
  if (!config.databaseUrl && !config.production && !existsSync(databaseFolder(config)))
    throw new PlainError(`there is no database in ${config.dataDir}; npm start makes the demo's`)
  const databases = await openDatabases(locationOf(config), config.databaseLimits)
  try {
    return await manageAdministrators(
      { db: databases.longQueries, passwords: new Passwords(), origin: config.shellUrl },
      wanted,
    )
  } finally {
    await databases.close()
  }
}

await command.run(async () => {
  for (const line of await manage(await actOf())) print(line)
})
