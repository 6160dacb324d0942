import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compare } from 'semver'
import { z } from 'zod'
import {
  artifactFolder,
  descriptor,
  inlineJson,
  pointer,
  release,
  releaseSignature,
  type Descriptor,
  type Release,
  type ReleaseDraft,
  type ReleaseSignature,
} from '../../schema/index.ts'
import { jsonOf, parseJson, readText, readJson, readJsonIfThere } from '../../schema/read-json.ts'
import { canaryFile, type Canary } from './canary-file.ts'
import { createFile } from '../files/create-file.ts'
import { makeFolder } from '../files/make-folder.ts'
import { Keys } from '../keys/keys.ts'
import { ReleaseError } from '../report/release-error.ts'
import { originsFile, storesFile, type Origins, type Stores } from './origins.ts'
import { writeJson } from '../files/write-file.ts'

/** A release, the very text that was signed, and its signature. */
export type SignedRelease = { release: Release; text: string; signature: ReleaseSignature }

/** The file that names a release: what is missing is then told as lost, and not as never made. */
export type NamedBy = 'live.json' | 'canary.json' | 'log.jsonl'

/** What the store reads of an entry of the log; `audit/log.ts` writes and checks them. */
const logLine = z.object({ action: z.string(), release: z.number().int().nullable() })

/** A canary is decided on within days: what was aborted must not be good for a whole term. */
const daysToLive = { live: 90, canary: 14 }

/**
 * The folder that holds published artifacts (`artifacts/PART/VERSION-BUILD/`), releases (`releases/N.json`, signed by
 * `N.sig.json`), the keys that sign them (`keys/`), the live pointer (`live.json`), the canary beside it
 * (`canary.json`), where each part is served from (`origins.json`) and which other store it is published in
 * (`stores.json`).
 */
export class ReleaseStore {
  readonly folder: string
  readonly keys: Keys

  /** Makes what is missing of the folder, unless nothing may be written. */
  constructor(folder: string, { dryRun = false } = {}) {
    this.folder = folder
    this.keys = new Keys(folder)
    if (!dryRun) for (const room of ['artifacts', 'releases']) makeFolder(resolve(folder, room))
  }

  artifactPath(part: { name: string; version: string; build: string }) {
    return join(this.folder, 'artifacts', part.name, artifactFolder(part))
  }

  /** Copies a built artifact in, all or nothing. Returns false when exactly this build is there already. */
  putArtifact(built: string, what: Descriptor): boolean {
    const target = this.artifactPath(what)
    if (existsSync(target)) return false
    const draft = `${target}.${process.pid}.draft`
    mkdirSync(join(target, '..'), { recursive: true })
    rmSync(draft, { recursive: true, force: true })
    try {
      cpSync(built, draft, { recursive: true })
      renameSync(draft, target)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      if (existsSync(target)) return false
      throw error
    }
    return true
  }

  /** Published builds of a part, the highest version first. */
  artifacts(part: string): Descriptor[] {
    const folder = join(this.folder, 'artifacts', part)
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((name) => !name.endsWith('.draft'))
      .map((name) => readJson(join(folder, name, 'remote.json'), descriptor))
      .sort((a, b) => compare(b.version, a.version))
  }

  parts(): string[] {
    return readdirSync(join(this.folder, 'artifacts')).sort()
  }

  releaseNumbers(): number[] {
    return readdirSync(join(this.folder, 'releases'))
      .map((name) => Number(name.replace('.json', '')))
      .filter(Number.isInteger)
      .sort((a, b) => a - b)
  }

  /** The highest number that a release has, or had before its files were lost; 0 before the first. */
  lastNumber(): number {
    const names = readdirSync(join(this.folder, 'releases'))
    const numbers = names.flatMap((name) => /^\d+(?=\.)/.exec(name)?.map(Number) ?? [])
    return Math.max(0, ...numbers, ...this.loggedReleases().numbers)
  }

  /**
   * The releases that the log says were made live. It names all of them (`isWhole`) when it is there, every line can be
   * read, and the last was not just found live: then the log was lost before, or the pointer put back.
   */
  loggedReleases(): { numbers: number[]; isWhole: boolean } {
    const log = this.file('log.jsonl')
    const lines = existsSync(log) ? readText(log).split('\n').filter(Boolean) : []
    const entries = lines.flatMap((line) => logLine.safeParse(jsonOf(line)).data ?? [])
    const made = entries.filter(({ release }) => release !== null)
    return {
      numbers: made.flatMap(({ release }) => release ?? []),
      isWhole: lines.length > 0 && entries.length === lines.length && made.at(-1)?.action !== 'found',
    }
  }

  readRelease(number: number, namedBy?: NamedBy): Release {
    return this.readSigned(number, namedBy).release
  }

  /**
   * A release and its signature. Throws a sentence that names file and key when it is not, to the byte, what was signed
   * under its number.
   */
  readSigned(number: number, namedBy?: NamedBy): SignedRelease {
    const file = this.releaseFile(number)
    if (!existsSync(file))
      throw new ReleaseError(
        namedBy
          ? `${file}: is missing, but ${namedBy} names it; restore it from a backup`
          : `there is no release ${number}`,
      )
    const text = readText(file)
    if (!existsSync(this.signatureFile(number)))
      throw new ReleaseError(`${file}: is not signed; ${this.signatureFile(number)} is missing`)
    const signature = readJson(this.signatureFile(number), releaseSignature)
    this.keys.verify(file, text, signature, this.signatureFile(number))
    const signed = parseJson(file, text, release)
    if (signed.number !== number) throw new ReleaseError(`${file}: holds release ${signed.number}`)
    return { release: signed, text, signature }
  }

  /** What decides what `readSigned` returns. */
  filesOf(number: number): string[] {
    return [this.releaseFile(number), this.signatureFile(number), this.keys.list]
  }

  /** The number of the live release, or null before the first. Throws when the pointer to it is lost. */
  liveNumber(): number | null {
    const live = readJsonIfThere(this.file('live.json'), pointer)
    const logged = live ? undefined : this.loggedReleases().numbers.at(-1)
    if (logged !== undefined)
      throw new ReleaseError(
        `${this.file('live.json')}: is missing, but log.jsonl says that release ${logged} was made live; restore it from a backup, or write {"release": ${logged}} into it`,
      )
    return live?.release ?? null
  }

  /** The live release, or null before the first. */
  live(): Release | null {
    return this.liveSigned()?.release ?? null
  }

  liveSigned(): SignedRelease | null {
    const number = this.liveNumber()
    return number === null ? null : this.readSigned(number, 'live.json')
  }

  /**
   * Writes a release, signed and good for 90 days, and makes it live; a canary ends. Refused when its number is taken:
   * another manager was faster. A key that is `retiring` does not sign it.
   */
  putRelease(draft: ReleaseDraft, { retiring }: { retiring?: string | undefined } = {}): Release {
    const give = ({ number }: Release) => writeJson(this.file('live.json'), { release: number })
    const next = this.writeRelease(draft, daysToLive.live, give, retiring)
    this.removeCanary()
    return next
  }

  /** Writes a release, signed and good for 14 days, beside the live one. */
  putCanary(draft: ReleaseDraft & { canaryOf: number }, percent: number): Release {
    return this.writeRelease(draft, daysToLive.canary, ({ number, createdAt }) =>
      this.writeCanary({
        release: number,
        percent,
        salt: randomBytes(12).toString('hex'),
        countedFrom: createdAt,
        held: null,
      }),
    )
  }

  /** What `canary.json` says; null when there is none. */
  readCanary(): Canary | null {
    return readJsonIfThere(this.file('canary.json'), canaryFile) ?? null
  }

  writeCanary(canary: Canary) {
    writeJson(this.file('canary.json'), canary)
  }

  removeCanary() {
    rmSync(this.file('canary.json'), { force: true, recursive: true })
  }

  origins(): Origins {
    return readJsonIfThere(this.file('origins.json'), originsFile) ?? {}
  }

  putOrigins(origins: Origins) {
    writeJson(this.file('origins.json'), { ...this.origins(), ...origins })
  }

  stores(): Stores {
    return readJsonIfThere(this.file('stores.json'), storesFile) ?? {}
  }

  putStores(stores: Stores) {
    writeJson(this.file('stores.json'), { ...this.stores(), ...stores })
  }

  /**
   * Writes a release and lets people have it. When that fails, such as on a full disk, there is no such release: a
   * rollback would take it for one that was live.
   */
  private writeRelease(draft: ReleaseDraft, days: number, give: (next: Release) => void, retiring?: string): Release {
    const expiresAt = new Date(Date.parse(draft.createdAt) + days * 86_400_000).toISOString()
    const next = release.parse({ ...draft, expiresAt })
    const taken = `release ${next.number} was made by somebody else in the meantime; look at it and try again`
    if (next.number <= this.lastNumber()) throw new ReleaseError(taken)
    const text = inlineJson(next)
    const signature = this.keys.sign(text, retiring)
    this.removeNeverLive()
    if (!createFile(this.releaseFile(next.number), text)) throw new ReleaseError(taken)
    try {
      writeJson(this.signatureFile(next.number), signature)
      give(next)
    } catch (error) {
      this.removeRelease(next.number)
      throw error
    }
    return next
  }

  /**
   * Removes releases that were written and never live, for their process was killed in between: they are newer than the
   * live one, no canary, and not in the log. A rollback would take them for releases that people had. A damaged one
   * stays, as a rollback past it has to say where to; and all stay where the log may not name all that were live.
   */
  private removeNeverLive() {
    const live = this.liveNumber() ?? 0
    const { numbers, isWhole } = this.loggedReleases()
    const newer = this.releaseNumbers().filter((one) => one > live)
    // Where nothing is live, only the first pin can have been killed: with more releases, files were lost.
    if (!isWhole || (live === 0 && newer.length > 1)) return
    for (const number of newer.filter((one) => !numbers.includes(one))) {
      const text = readText(this.releaseFile(number))
      const written = release.safeParse(jsonOf(text))
      if (written.success && written.data.canaryOf === undefined) this.removeRelease(number)
    }
  }

  private removeRelease(number: number) {
    for (const file of [this.signatureFile(number), this.releaseFile(number)]) rmSync(file, { force: true })
  }

  private releaseFile(number: number) {
    return this.file(`releases/${number}.json`)
  }

  private signatureFile(number: number) {
    return this.file(`releases/${number}.sig.json`)
  }

  private file(name: string) {
    return join(this.folder, name)
  }
}
