import { createHash } from 'node:crypto'
import { z } from 'zod'
import { artifactFolder, descriptor, partName, type Descriptor } from '../../schema/index.ts'

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

/** What the skew matrix found for one build of a remote in one build of the shell. */
export const evidence = z
  .strictObject({
    /** No other text that our keys sign has it: evidence cannot pass for a release. */
    kind: z.literal('skew evidence'),
    schema: z.literal(1),
    shell: build.extend({ part: z.literal('shell') }),
    remote: build,
    result: z.enum(['ok', 'failed']),
    failures: z.array(z.strictObject({ test: line(200), reason: line(1000) })).max(50),
    /** The names of the tests that ran. */
    tests: z.array(line(200)).min(1).max(200),
    /** Tests that found nothing to look at, and why. */
    notTried: z.array(line(400)).max(200),
    /** The commit of the tests, with `+` at its end when they differed from it. */
    testsVersion: line(80),
    /** The API that they ran before. */
    api: line(300),
    at: z.iso.datetime(),
    by: line(120),
  })
  .refine(({ result, failures }) => (result === 'ok') === (failures.length === 0), {
    path: ['failures'],
    error: 'must be empty when the result is ok, and must not when it is failed',
  })
export type Evidence = z.infer<typeof evidence>

/** How evidence names a build. */
export const buildOf = (one: Descriptor): z.infer<typeof build> => ({
  part: one.name,
  artifact: artifactFolder(one),
  descriptor: createHash('sha256')
    .update(JSON.stringify(descriptor.parse(one)))
    .digest('hex'),
})

/** `drivers@1.3.0-0a1b2c3d4e5f with shell@1.0.0-5e4d3c2b1a00` */
export const pairName = ({ shell, remote }: Pick<Evidence, 'shell' | 'remote'>) =>
  `${remote.part}@${remote.artifact} with shell@${shell.artifact}`
