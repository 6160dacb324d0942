import { parseArgs } from 'node:util'
import { opening, repertoire } from './acts.ts'
import { enterAdministrator, RefusedError } from './person.ts'
import { pick, type Stage } from './stage.ts'

const usage = `npm run simulate -- [--seconds N] [--pace MS]
Drivers and riders act on the running system through its public API and sockets, until Ctrl-C or for N seconds,
with about MS milliseconds from one act to the next (1500). API_URL names the API (http://localhost:API_PORT).
An administrator answers, leaves notes, files and reviews documents: ADMIN_EMAIL with ADMIN_PASSWORD, or one of the demo; none where they cannot sign in.`

class UsageError extends Error {}

function readNumber(name: string, text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text)
  if (!(value > 0)) throw new UsageError(`--${name}: "${text}" is not a number above 0\n\n${usage}`)
  return value
}

async function checkReachable(apiUrl: string) {
  const response = await fetch(`${apiUrl}/healthz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  if (!response?.ok)
    throw new UsageError(`No API answers at ${apiUrl}. Start it with npm start, or name another one with API_URL.`)
}

async function play(stage: Stage, actEveryMs: number, endsAt: number, isEnding: () => boolean) {
  const toOpen = [...opening]
  while (!isEnding() && Date.now() < endsAt) {
    const act = toOpen.shift() ?? pick(repertoire)
    try {
      if (act && !(await act(stage))) continue
    } catch (error) {
      // Two may want the last seat, or an administrator was quicker: that happens to real people too.
      if (!(error instanceof RefusedError)) throw error
      stage.log(error.message)
    }
    await new Promise((resolve) => setTimeout(resolve, actEveryMs * (0.5 + Math.random())))
  }
}

function understand() {
  try {
    return parseArgs({ options: { seconds: { type: 'string' }, pace: { type: 'string' }, help: { type: 'boolean' } } })
      .values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

async function main() {
  const values = understand()
  if (values.help) return void process.stdout.write(`${usage}\n`)
  const seconds = readNumber('seconds', values.seconds, Infinity)
  const pace = readNumber('pace', values.pace, 1500)
  const apiUrl = (process.env['API_URL'] || `http://localhost:${process.env['API_PORT'] || 4000}`).replace(/\/+$/, '')
  await checkReachable(apiUrl)
  let acts = 0
  let isEnding = false
  const stage: Stage = {
    apiUrl,
    drivers: [],
    users: [],
    administrator: await enterAdministrator(apiUrl, {
      email: process.env['ADMIN_EMAIL'] || 'theo@interline.test',
      password: process.env['ADMIN_PASSWORD'] || 'interline-demo',
    }),
    log(line) {
      acts++
      process.stdout.write(`${new Date().toLocaleTimeString('en-GB')}  ${line}\n`)
    },
  }
  const end = () => {
    if (isEnding) process.exit(130)
    isEnding = true
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  await play(stage, pace, Date.now() + seconds * 1000, () => isEnding)
  for (const person of [...stage.drivers, ...stage.users]) person.leave()
  process.stdout.write(
    `The curtain falls after ${acts} acts of ${stage.drivers.length} drivers and ${stage.users.length} users.\n`,
  )
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof UsageError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    process.exit(1)
  },
)
