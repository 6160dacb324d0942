import { isNode, LineCounter, parseDocument, stringify, visit, type Document } from 'yaml'
import { z } from 'zod'
import { artifactFolder, partName, partVersion, settingValues, type Release } from '../../schema/index.ts'
import type { Canary } from '../canary/running-canary.ts'
import { FileError, readText } from '../../schema/read-json.ts'
import { ReleaseError } from '../report/release-error.ts'
import { parseBuildName } from '../store/find-artifact.ts'

const notVersion = 'must be a version in quotes or a build, such as 1.3.0 or 1.3.0-0a1b2c3d4e5f'
const notOff = 'must be a message of 1 to 300 characters, or false'
const pinned = z
  .string(notVersion)
  .refine((text) => partVersion.safeParse(text).success || parseBuildName(text) !== null, notVersion)

/**
 * `pins.yaml`: the whole of what a release pins and sets, and the canary beside it. A remote that it does not name is
 * taken out, a setting has its default, and a canary ends. Alone what is off stays off where it says nothing.
 */
const manifest = z
  .strictObject({
    schema: z.literal(1, 'must be 1'),
    shell: pinned,
    remotes: z.record(partName, pinned),
    settings: z.record(partName, settingValues, {
      error: ({ input }) => (input === undefined ? 'is missing; {} sets nothing' : undefined),
    }),
    /** Remotes whose styles and code may reach beyond what is their own. */
    reachesPage: z.array(partName).default([]),
    /** The message that visitors read of a remote that is off; `false` switches it on. */
    off: z.record(partName, z.union([z.literal(false), z.string().min(1).max(300)], notOff)).default({}),
    /** The versions that a share of the administrators gets first, and how many of 100 these are. */
    canary: z
      .strictObject({
        percent: z.number('must be a number from 0 to 100').min(0).max(100),
        shell: pinned.optional(),
        remotes: z.record(partName, pinned).default({}),
      })
      .optional(),
  })
  .superRefine(({ remotes, settings, reachesPage, off, canary }, context) => {
    for (const [names, path] of [
      [remotes, ['remotes', 'shell']],
      [canary?.remotes ?? {}, ['canary', 'remotes', 'shell']],
    ] as const)
      if (Object.hasOwn(names, 'shell')) context.addIssue({ code: 'custom', path: [...path], message: 'is no remote' })
    const named = [
      ...Object.keys(settings).map((part) => ['settings', part]),
      ...reachesPage.map((part) => ['reachesPage', part]),
      ...Object.keys(off).map((part) => ['off', part]),
    ]
    for (const [key = '', part = ''] of named)
      if (!Object.hasOwn(remotes, part))
        context.addIssue({ code: 'custom', path: [key, part], message: 'is no remote of this manifest' })
  })
export type Manifest = z.infer<typeof manifest>

const heading = `# What a release of Interline pins and sets; a remote that is not here is taken out, a setting has its default.
# What is off stays off: "off: { chat: false }" switches it on.
# "release plan FILE" says what it would change, "release apply FILE" makes it live.
`

/** The live release as a manifest, and the canary beside it: each pin with its build, remotes by name. */
export function manifestOf({ shell, remotes, settings, reachesPage, off }: Release, canary: Canary | null): Manifest {
  const versions = ({ remotes }: Pick<Release, 'remotes'>) =>
    Object.entries(remotes).map(([name, { descriptor }]) => [name, artifactFolder(descriptor)] as const)
  const live = Object.fromEntries(versions({ remotes }))
  const shellOf = (one: Pick<Release, 'shell'>) => artifactFolder(one.shell.descriptor)
  const tried = canary && {
    percent: canary.canary.percent,
    ...(shellOf(canary) !== shellOf({ shell }) && { shell: shellOf(canary) }),
    remotes: byName(versions(canary).filter(([name, version]) => live[name] !== version)),
  }
  return {
    schema: 1,
    shell: shellOf({ shell }),
    remotes: byName(Object.entries(live)),
    settings: byName(Object.entries(settings).map(([name, values]) => [name, byName(Object.entries(values))] as const)),
    reachesPage: [...reachesPage].sort(),
    off: byName(
      Object.entries(off).flatMap(([name, { message }]) => (name in remotes ? [[name, message] as const] : [])),
    ),
    ...(tried && { canary: tried }),
  }
}

const byName = <T>(entries: (readonly [name: string, value: T])[]): Record<string, T> =>
  Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))

export const manifestText = (pins: Manifest) => `${heading}${stringify(pins)}`

/** Reads a manifest. Throws every reason why the file is none, each with file, line and key. */
export function readManifest(file: string): Manifest {
  const lines = new LineCounter()
  const text = textOf(file)
  if (isDeep(text)) refuse([`${file}: is nested deeper than a manifest can be`])
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' })
  const broken = [...document.errors, ...document.warnings]
  if (broken.length > 0) refuse(broken.map(({ message, pos }) => `${file}:${lines.linePos(pos[0]).line}: ${message}`))
  visit(document, {
    Scalar: (where, { value, range }) => {
      if (where === 'key' && value === '__proto__')
        refuse([`${file}:${lines.linePos(range?.[0] ?? 0).line}: __proto__ is not a key of a manifest`])
    },
  })
  const found = manifest.safeParse(plain(document, file))
  if (found.success) return found.data
  return refuse(
    found.error.issues.flatMap((issue) =>
      // Keys that are not known stand in one issue of what holds them.
      (issue.code === 'unrecognized_keys' ? issue.keys : [null]).map((key) => {
        const path = key === null ? issue.path : [...issue.path, key]
        const reason = key === null ? issue.message : 'is not a key of a manifest'
        return `${file}:${lineOf(document, lines, path)}: ${path.join('.') || 'the whole file'}: ${reason}`
      }),
    ),
  )
}

function textOf(file: string): string {
  try {
    return readText(file, 65_536)
  } catch (error) {
    if (error instanceof FileError) throw new ReleaseError(`${error.message}; "release export" writes a manifest`)
    throw error
  }
}

/** Whether a text has so many levels that the library would run out of memory, or of time. */
function isDeep(text: string): boolean {
  let depth = 0
  for (const char of text) {
    if ('[{'.includes(char)) depth++
    if (']}'.includes(char)) depth--
    if (depth > 20) return true
  }
  return /^[ ?:-]{60}/m.test(text)
}

/** Aliases can make a file that is small huge: the library refuses those. */
function plain(document: Document, file: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    return refuse([`${file}: ${error instanceof Error ? error.message : String(error)}`])
  }
}

/** The line of a key; of one that is missing, that of what should hold it. */
function lineOf(document: Document, lines: LineCounter, path: PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const found = document.getIn(path.slice(0, length), true)
    if (isNode(found) && found.range) return lines.linePos(found.range[0]).line
  }
  return 1
}

function refuse(reasons: string[]): never {
  const more = reasons.length > 10 ? [`… and ${reasons.length - 10} more`] : []
  throw new ReleaseError(
    [...reasons.slice(0, 10), ...more].join('\n'),
    reasons.map((reason) => ({ check: 'manifest', reason })),
  )
}
