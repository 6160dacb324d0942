import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { FileError, readJson, readText } from '../../schema/read-json.ts'
import { createFile } from '../files/create-file.ts'
import { makeFolder } from '../files/make-folder.ts'
import { writeWhole } from '../files/write-file.ts'

/** How long loads are counted: the last ten minutes for a canary, the last week for a fallback. */
const windows = { minute: { ms: 60_000, kept: 10 }, day: { ms: 86_400_000, kept: 7 } }
type Unit = keyof typeof windows

const tokenMs = windows.day.ms
const writesAfterMs = 3000

/** `RELEASE UNIT N` → pages of that release that were sent in the Nth minute or day since 1970. */
const counts = z.record(z.string(), z.number().int().positive())
const key = (release: number, unit: Unit, at = Date.now()) => `${release} ${unit} ${Math.floor(at / windows[unit].ms)}`

/** The keys of one window, the newest first. */
const keysOf = (release: number, unit: Unit) =>
  Array.from({ length: windows[unit].kept }, (_, ago) => key(release, unit, Date.now() - ago * windows[unit].ms))

/** How many pages of these releases all replicas sent within the last ten minutes, or days of a week. */
export function loadsServed(stateFolder: string, releases: number[], unit: Unit): number {
  const folder = join(stateFolder, 'loads')
  const wanted = releases.flatMap((release) => keysOf(release, unit))
  return (trying(() => readdirSync(folder)) ?? [])
    .filter((name) => name.endsWith('.json'))
    .map((name) => trying(() => readJson(join(folder, name), counts)) ?? {})
    .reduce((sum, one) => wanted.reduce((all, name) => all + (one[name] ?? 0), sum), 0)
}

/**
 * The page loads of one replica. Each has a token, signed with a secret that all replicas share (`loads/secret`), so
 * that a report of a page can be told from one that anybody writes. How many there were stands in memory, and soon
 * after in a file of this replica alone. Where nothing can be written pages are served on, and reports count little.
 */
export class PageLoads {
  readonly #file: string
  readonly #secret: string
  readonly #warn: (line: string) => void
  #counts: Record<string, number> = {}
  #timer: NodeJS.Timeout | undefined

  constructor(stateFolder: string, warn: (line: string) => void) {
    const folder = join(stateFolder, 'loads')
    this.#file = join(folder, `${randomUUID()}.json`)
    this.#warn = warn
    this.#secret = trying(() => sharedSecret(folder), warn) ?? randomBytes(32).toString('hex')
    trying(() => removeOld(folder), warn)
  }

  /** Counts a page that is sent. Returns its token. */
  begin(release: number): string {
    for (const unit of ['minute', 'day'] as const)
      this.#counts[key(release, unit)] = (this.#counts[key(release, unit)] ?? 0) + 1
    this.#timer ??= setTimeout(() => this.write(), writesAfterMs).unref()
    const load = `${release}.${Date.now().toString(36)}.${randomBytes(9).toString('base64url')}`
    return `${load}.${this.#sign(load)}`
  }

  /** The page load that a token belongs to; null for a token that is not ours or is more than a day old. */
  loadOf(token: string, release: number): string | null {
    const [of, at = '', id = '', signature = ''] = token.split('.')
    const [given, ours] = [signature, this.#sign([of, at, id].join('.'))].map((text) => Buffer.from(text))
    if (Number(of) !== release || !given || !ours || given.length !== ours.length) return null
    return timingSafeEqual(given, ours) && Date.now() - parseInt(at, 36) < tokenMs ? id : null
  }

  /** Lets all replicas know what this one has counted. */
  write() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const releases = [...new Set(Object.keys(this.#counts).map((name) => Number.parseInt(name)))]
    const kept = new Set(releases.flatMap((release) => [...keysOf(release, 'minute'), ...keysOf(release, 'day')]))
    this.#counts = Object.fromEntries(Object.entries(this.#counts).filter(([name]) => kept.has(name)))
    trying(() => writeWhole(this.#file, JSON.stringify(this.#counts), { isFlushed: false }), this.#warn)
  }

  readonly #sign = (load: string) => createHmac('sha256', this.#secret).update(load).digest('base64url').slice(0, 22)
}

/** Counting keeps nobody from a page: a disk may be full, and a file half or removed just now. */
function trying<T>(act: () => T, warn: (line: string) => void = () => undefined): T | undefined {
  try {
    return act()
  } catch (error) {
    warn(`page loads cannot be counted: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

/** The secret of all replicas, made by the first of them. */
function sharedSecret(folder: string): string {
  const file = join(folder, 'secret')
  makeFolder(folder)
  if (!existsSync(file)) createFile(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return readSecret(file)
}

export function readSecret(file: string): string {
  const secret = readText(file)
  if (!/^[0-9a-f]{64}$/.test(secret))
    throw new FileError(`${file}: holds no secret; remove it and restart all replicas`)
  return secret
}

/** Removes what replicas counted that ended more than a week ago. */
function removeOld(folder: string) {
  const limit = Date.now() - (windows.day.kept + 1) * windows.day.ms
  for (const name of readdirSync(folder).filter((one) => /\.(json|draft)$/.test(one)))
    if (statSync(join(folder, name)).mtimeMs < limit) rmSync(join(folder, name), { force: true })
}
