import { createHash } from 'node:crypto'
import { z } from 'zod'
import { artifactFolder, descriptor, partName, type Descriptor } from '../../schema/index.ts'
import { FileError, readJson } from '../../schema/read-json.ts'
import { ReleaseError } from '../report/release-error.ts'

/**
 * One build: its part, its folder (`1.3.0-0a1b2c3d4e5f`), and the SHA-256 of its descriptor, which holds the hash of
 * every file.
 */
const build = z.strictObject({
  part: partName,
  artifact: z.string().regex(/^\d+\.\d+\.\d+[0-9A-Za-z.-]*-[0-9a-f]{12}$/),
  descriptor: z.string().regex(/^[0-9a-f]{64}$/),
})

const line = (most: number) => z.string().min(1).max(most)

/** The findings of the skew matrix for one build of a remote in one build of the shell. */
const triedPair = z
  .strictObject({
    shell: build.extend({ part: z.literal('shell') }),
    remote: build,
    result: z.enum(['ok', 'failed']),
    failures: z.array(z.strictObject({ test: line(200), reason: line(1000) })).max(50),
    /** The names of the tests that ran. */
    tests: z.array(line(200)).min(1).max(200),
    /** Tests that found nothing to look at, and why. */
    notTried: z.array(line(400)).max(200),
    at: z.iso.datetime(),
  })
  .refine(({ result, failures }) => (result === 'ok') === (failures.length === 0), {
    path: ['failures'],
    error: 'must be empty when the result is ok, and must not when it is failed',
  })
export type TriedPair = z.infer<typeof triedPair>

/** The file that `npm run skew -- --report FILE` writes, and `--skew FILE` reads. */
export const skewReport = z.strictObject({ schema: z.literal(1), pairs: z.array(triedPair).min(1) })
export type SkewReport = z.infer<typeof skewReport>

/** Reads a report. Throws a line with the file and the first key that is not as it must be. */
export function readSkewReport(file: string): SkewReport {
  try {
    return readJson(file, skewReport, 8_000_000)
  } catch (error) {
    if (error instanceof FileError)
      throw new ReleaseError(`${error.message}; "npm run skew -- --report FILE" writes a report`)
    throw error
  }
}

/** How a report names a build. */
export const buildOf = (one: Descriptor): TriedPair['remote'] => ({
  part: one.name,
  artifact: artifactFolder(one),
  descriptor: createHash('sha256')
    .update(JSON.stringify(descriptor.parse(one)))
    .digest('hex'),
})

/** `drivers@1.3.0-0a1b2c3d4e5f with shell@1.0.0-5e4d3c2b1a00` */
export const pairName = ({ shell, remote }: { shell: { artifact: string }; remote: TriedPair['remote'] }) =>
  `${remote.part}@${remote.artifact} with shell@${shell.artifact}`
