import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from 'semver'
import { artifactFolder, descriptor, pointer, release, type Descriptor, type Release } from '../schema/index.ts'
import { readJson } from '../schema/read-json.ts'
import { ReleaseError } from './release-error.ts'
import { originsFile, type Origins } from './origins.ts'

/**
 * The folder that holds published artifacts (`artifacts/PART/VERSION-BUILD/`), releases (`releases/N.json`), the live pointer
 * (`live.json`) and where each part is served from (`origins.json`).
 */
export class ReleaseStore {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    for (const room of ['artifacts', 'releases']) mkdirSync(join(folder, room), { recursive: true })
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
    cpSync(built, draft, { recursive: true })
    try {
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

  readRelease(number: number): Release {
    const file = join(this.folder, 'releases', `${number}.json`)
    if (!existsSync(file)) throw new ReleaseError(`there is no release ${number}`)
    return readJson(file, release)
  }

  /** The live release, or null before the first. */
  live(): Release | null {
    const file = join(this.folder, 'live.json')
    return existsSync(file) ? this.readRelease(readJson(file, pointer).release) : null
  }

  /** Writes a release and makes it live. Refused when its number is taken or passed: another manager was faster. */
  putRelease(next: Release) {
    if ((this.live()?.number ?? 0) > next.number) throw new ReleaseError(`release ${next.number} comes too late; somebody else made a higher one live in the meantime`)
    try {
      writeFileSync(join(this.folder, 'releases', `${next.number}.json`), `${JSON.stringify(release.parse(next), null, 2)}\n`, { flag: 'wx' })
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error
      throw new ReleaseError(`release ${next.number} was made by somebody else in the meantime; look at it and try again`)
    }
    this.writeJson('live.json', { release: next.number })
  }

  origins(): Origins {
    const file = join(this.folder, 'origins.json')
    return existsSync(file) ? readJson(file, originsFile) : {}
  }

  putOrigins(origins: Origins) {
    this.writeJson('origins.json', { ...this.origins(), ...origins })
  }

  private writeJson(name: string, value: unknown) {
    const draft = join(this.folder, `${name}.${process.pid}.draft`)
    writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`)
    renameSync(draft, join(this.folder, name))
  }
}
