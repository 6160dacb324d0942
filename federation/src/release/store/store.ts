import { existsSync, readdirSync, rmSync } from 'node:fs'
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
  type ReleaseSignature,
} from '../../schema/index.ts'
import { jsonOf, parseJson, readText, readJson, readJsonIfThere } from '../../schema/read-json.ts'
import { createFile } from '../files/create-file.ts'
import { makeFolder } from '../files/make-folder.ts'
import { putFolder } from '../files/put-folder.ts'
import { isSignedText, signWith } from '../keys/release-key.ts'
import { ReleaseError } from '../report/release-error.ts'
import { OriginState } from './origin-state.ts'
import { originsFile, storesFile, type Origins, type Stores } from './origins.ts'
import { writeJson } from '../files/write-file.ts'

/** A release, the very text that was signed, and its signature. */
export type SignedRelease = { release: Release; text: string; signature: ReleaseSignature }

/** Where it says which release is live, and which is the canary beside it. */
export type Pointer = 'live.json' | 'canary.json'

const logLine = z.object({ release: z.number().int().nullable() })

type StoreOptions = {
  /** The file of the private key that signs; default: `release-key.pem` in the folder. */
  key?: string | undefined
  /** Public keys that people are served releases of; null when nobody said. */
  publicKeys?: readonly string[] | null
  /** The folder that origins write; default: `origin-state` in this one. */
  originState?: string | undefined
  /** Whether missing folders stay away. */
  isReadOnly?: boolean
}

/**
 * The folder that holds published artifacts (`artifacts/PART/VERSION-BUILD/`), releases (`releases/N.json`, signed by
 * `N.sig.json`), the live pointer (`live.json`), the canary beside it (`canary.json`), where each part is served from
 * (`origins.json`) and which other store it is published in (`stores.json`).
 */
export class ReleaseStore {
  readonly folder: string
  readonly keyFile: string
  readonly publicKeys: readonly string[] | null
  readonly state: OriginState

  /** Makes what is missing of the folder, unless nothing may be written. */
  constructor(folder: string, { key, publicKeys = null, originState, isReadOnly = false }: StoreOptions = {}) {
    this.folder = folder
    this.keyFile = key ?? join(folder, 'release-key.pem')
    this.publicKeys = publicKeys
    this.state = new OriginState(originState ?? join(folder, 'origin-state'))
    if (!isReadOnly) for (const room of ['artifacts', 'releases']) makeFolder(resolve(folder, room))
  }

  artifactPath(part: { name: string; version: string; build: string }) {
    return join(this.folder, 'artifacts', part.name, artifactFolder(part))
  }

  hasArtifact = (part: Descriptor) => existsSync(this.artifactPath(part))

  /** Copies a built artifact in, all or nothing. Returns false when exactly this build is there already. */
  putArtifact(built: string, what: Descriptor, isWanted?: (path: string) => boolean): boolean {
    return putFolder(built, this.artifactPath(what), isWanted)
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

  /** Every number of which a file is there, its signature alone too. */
  releaseNumbers(): number[] {
    const named = readdirSync(join(this.folder, 'releases')).flatMap(
      (name) => /^\d+(?=\.)/.exec(name)?.map(Number) ?? [],
    )
    return [...new Set(named)].sort((a, b) => a - b)
  }

  /** The highest number that a release has, or had before its files were lost; 0 before the first. */
  lastNumber(): number {
    return Math.max(0, this.readPointer('live.json') ?? 0, ...this.releaseNumbers(), ...this.loggedReleases())
  }

  /** The releases that the log says were made live, the oldest first. */
  private loggedReleases(): number[] {
    const log = this.file('log.jsonl')
    const lines = existsSync(log) ? readText(log).split('\n').filter(Boolean) : []
    return lines.flatMap((line) => logLine.safeParse(jsonOf(line)).data?.release ?? [])
  }

  /**
   * A release and its signature. Throws a sentence that names the file when it is not, to the byte, what was signed
   * under its number.
   */
  readSigned(number: number, namedBy?: string): SignedRelease {
    const [file, signatureFile] = this.filesOf(number)
    if (!existsSync(file))
      throw new ReleaseError(
        namedBy
          ? `${file}: is missing, but ${namedBy} names it; restore it from a backup`
          : `there is no release ${number}; the last are: ${this.releaseNumbers().slice(-10).join(', ') || 'none'}`,
      )
    if (!existsSync(signatureFile))
      throw new ReleaseError(`${file}: is not signed; ${signatureFile} is missing; restore it from a backup`)
    const [text, signature] = [readText(file), readJson(signatureFile, releaseSignature)]
    if (!isSignedText(text, signature))
      throw new ReleaseError(
        `${file}: is not what key ${signature.publicKey} signed; it was altered, unless ${signatureFile} was; restore it from a backup`,
      )
    const signed = parseJson(file, text, release)
    if (signed.number !== number) throw new ReleaseError(`${file}: holds release ${signed.number}`)
    return { release: signed, text, signature }
  }

  readRelease(number: number, namedBy?: string): Release {
    return this.readSigned(number, namedBy).release
  }

  /** Whether origins serve what this key signed, as far as they were named here. */
  accepts({ publicKey }: ReleaseSignature): boolean {
    return this.publicKeys?.includes(publicKey) ?? true
  }

  /** The files of a release: it is read anew when one of them is another. */
  filesOf(number: number): [release: string, signature: string] {
    return [this.file(`releases/${number}.json`), this.file(`releases/${number}.sig.json`)]
  }

  /** The number of the live release, or null before the first. Throws when the pointer to it is lost. */
  liveNumber(): number | null {
    const live = this.readPointer('live.json')
    const logged = live === null ? this.loggedReleases().at(-1) : undefined
    if (logged !== undefined)
      throw new ReleaseError(
        `${this.file('live.json')}: is missing, but log.jsonl says that release ${logged} was made live; restore it from a backup, or write {"release": ${logged}} into it`,
      )
    return live
  }

  /** The live release, or null before the first. */
  live(): Release | null {
    return this.liveSigned()?.release ?? null
  }

  liveSigned(): SignedRelease | null {
    const number = this.liveNumber()
    const live = number === null ? null : this.readSigned(number, 'live.json')
    if (live?.release.canary)
      throw new ReleaseError(
        `${this.file('live.json')}: names release ${live.release.number}, which was a canary and never live; write the number of the release before into it`,
      )
    return live
  }

  /** The releases that were live before this one, the newest first. Throws at one that is lost or altered. */
  *before(release: Release): Generator<Release> {
    for (let later = release; later.previous > 0;) {
      later = this.readRelease(later.previous, `release ${later.number}`)
      yield later
    }
  }

  readPointer(name: Pointer): number | null {
    return readJsonIfThere(this.file(name), pointer)?.release ?? null
  }

  /**
   * Writes a release, signs it, and lets people have it: a canary beside the live one, any other instead of it, and a
   * canary ends. Refused when its number is taken: another manager was faster. When it cannot be written, such as on a
   * full disk, there is no such release.
   */
  putRelease(draft: Release): Release {
    const next = release.parse(draft)
    const [file, signatureFile] = this.filesOf(next.number)
    const taken = `release ${next.number} was made by somebody else in the meantime; look at it and try again`
    if (next.number <= this.lastNumber()) throw new ReleaseError(taken)
    const text = inlineJson(next)
    const signature = this.sign(text)
    if (!createFile(file, text)) throw new ReleaseError(taken)
    try {
      writeJson(signatureFile, signature)
      writeJson(this.file(next.canary ? 'canary.json' : 'live.json'), { release: next.number })
    } catch (error) {
      for (const written of [signatureFile, file]) rmSync(written, { force: true })
      throw error
    }
    if (!next.canary) this.removeCanary()
    return next
  }

  /** Throws when the key of this tool is missing, or is none whose releases origins serve. */
  requireKey() {
    this.sign('')
  }

  private sign(text: string): ReleaseSignature {
    const signature = signWith(this.keyFile, text)
    if (!this.accepts(signature))
      throw new ReleaseError(
        `${this.keyFile}: its public key ${signature.publicKey} is none of RELEASE_PUBLIC_KEYS; no origin would serve what it signs. Add it there, or name another key by RELEASE_KEY`,
      )
    return signature
  }

  removeCanary() {
    rmSync(this.file('canary.json'), { force: true, recursive: true })
  }

  origins(): Origins {
    return readJsonIfThere(this.file('origins.json'), originsFile) ?? {}
  }

  /** A pin at the origin that its part has today; as it is where none is known. */
  atTodaysOrigin<Pin extends { url: string; descriptor: Descriptor }>(pin: Pin): Pin {
    const origin = this.origins()[pin.descriptor.name]
    return origin === undefined ? pin : { ...pin, url: `${origin}/${artifactFolder(pin.descriptor)}/` }
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

  private file(name: string) {
    return join(this.folder, name)
  }
}
