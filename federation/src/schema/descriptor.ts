import { z } from 'zod'
import { settingsSchema } from './settings/settings.ts'

/**
 * Name of a part, the shell or a remote: its folder without `mfe-`, its container, its pin and its origin have this
 * name.
 */
export const partName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,38}$/, 'must be lower-case letters, digits and dashes')
  .refine((name) => !(name in {}), 'must be another: every JavaScript object has this one')

/** Control characters, other line ends, and marks that turn the direction of what follows. */
export const actingMarks = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** No text of a descriptor acts upon the terminal or the page that shows it. */
function requirePlainTexts(value: unknown, context: z.RefinementCtx, path: string[] = []) {
  if (typeof value === 'string' && value.search(actingMarks) >= 0)
    context.addIssue({ code: 'custom', path, message: 'has a control character or a mark that turns the text' })
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) {
    requirePlainTexts(key, context, path)
    requirePlainTexts(one, context, [...path, key])
  }
}

/** A route of the shell's router, e.g. `/user-chat/:id`. */
export const routePath = z
  .string()
  .regex(/^\/(?!\/)([A-Za-z0-9:_-]|\/(?!\/))*$/, 'must be a path such as /drivers or /user-chat/:id')

/** A permission of a role, e.g. `drivers:read`: the shell shows an administrator what their role permits, no more. */
export const permissionName = z.string().regex(/^[a-z-]+:(read|write)$/, 'must be like "drivers:read"')

/**
 * An entry of the sidebar. `icon` is an id of the shell's sprite; `order` sorts entries of all remotes, small first.
 * Without a `permission` of its own it needs that of its route. `shortcut` is the letter that opens it after `g`.
 */
export const sidebarEntry = z.object({
  title: z.string().min(1).max(60),
  path: routePath,
  icon: z.string().regex(/^[a-z0-9-]+$/),
  order: z.number(),
  permission: permissionName.optional(),
  shortcut: z
    .string()
    .regex(/^[a-z]$/, 'must be one lower-case letter')
    .optional(),
})

/** A call of the API, as `METHOD /path/under/api/v1`, with `{id}` for what varies. */
export const backendCall = z
  .string()
  .regex(/^(GET|POST|PUT|PATCH|DELETE) (\/[\w{}-]+)+$/, 'must be like "GET /admin/drivers"')

/** Path of a call below /api/v1, without parameters. */
const callPath = z.string().regex(/^(\/[\w-]+)+\/?$/, 'must be a path such as /admin/drivers')

/**
 * The first call of a screen: the page makes it while the screen's code is still on its way. With `sort` it is a
 * list, asked for with the page, size, order and search that the address names, and this order when it names none of
 * `sorts`, the columns that the screen sorts by, with spaces between. With `pagesForRoles` that is so for
 * administrators with a role, whose backend knows pages; for any other the call is made as it is.
 */
export const firstData = z.strictObject({
  get: callPath,
  sort: z
    .string()
    .regex(/^-?[\w.]+$/)
    .optional(),
  sorts: z
    .string()
    .regex(/^[\w.]+( [\w.]+)*$/)
    .optional(),
  pagesForRoles: z.literal(true).optional(),
})

const sourceFacts = z.strictObject({
  name: partName,
  title: z.string().min(1).max(60),
  owner: z.string().min(1).max(120),
  routes: z.array(routePath).min(1),
  sidebar: z.array(sidebarEntry),
  /** By route, for those without parameters. */
  firstData: z.record(routePath, firstData).optional(),
  /** By route; anybody signed in may open the others. */
  permissions: z.record(routePath, permissionName).optional(),
  /** Settings that release managers may change, by key. */
  settings: settingsSchema.optional(),
  requires: z.strictObject({ shell: z.string(), backend: z.array(backendCall) }),
})
/** `remote.json` as a team writes it: what the remote is, without what only a build can know. */
export const remoteSource = sourceFacts.superRefine((source, context) => requirePlainTexts(source, context))
export type RemoteSource = z.infer<typeof remoteSource>

/** `sha384-` and base64, as HTML's `integrity` attribute wants it. */
export const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/)

/** A file below the artifact's URL: no segment leads elsewhere, none is written in another way. */
const filePath = z
  .string()
  .regex(/^(?!.*(\.\.|(^|\/)\.?(\/|$)))[A-Za-z0-9._/@-]+$/, 'must be a path below the build, such as routes.1f2e3d.js')

/** One emitted file: its path below the artifact's URL, its size in bytes before compression, and its hash. */
export const artifactFile = z.object({
  path: filePath,
  bytes: z.number().int().nonnegative(),
  integrity,
})
export type ArtifactFile = z.infer<typeof artifactFile>

/** Files that an entry point needs before it can be used, in the order they are loaded. */
export const entryPointFiles = z.object({ js: z.array(filePath), css: z.array(filePath) })
export type EntryPointFiles = z.infer<typeof entryPointFiles>

/** Files of its own, and shared packages, that an exposed module needs before it runs. */
const exposedModule = entryPointFiles.extend({ shared: z.array(z.string()) })

/** A version as npm takes it, without what is behind a `+`: others cannot be sorted. */
const number = '(0|[1-9]\\d{0,8})'
const label = '(0|[1-9]\\d{0,8}|\\d*[A-Za-z-][0-9A-Za-z-]*)'
export const partVersion = z
  .string()
  .regex(
    new RegExp(`^${number}\\.${number}\\.${number}(-${label}(\\.${label})*)?$`),
    'must be a version such as 1.3.0 or 1.3.0-rc.1',
  )

/** Where a build comes from. */
const provenance = z.strictObject({
  /** Ends with `+` when the sources differed from it. */
  commit: z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})\+?$/),
  repository: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .optional(),
  /** The run of a CI by its address, or `a person`. */
  builder: z.string().min(1).max(300),
})
export type Provenance = z.infer<typeof provenance>

const buildFacts = {
  version: partVersion,
  /** Hash of everything the build read: the same inputs give the same build id. */
  build: z.string().regex(/^[0-9a-f]{12}$/),
  files: z
    .array(artifactFile)
    .min(1)
    .refine((files) => new Set(files.map(({ path }) => path)).size === files.length, 'names a path twice'),
  /** None where neither a CI nor git says it. */
  provenance: provenance.optional(),
}

/** The finished descriptor of a remote: what its team wrote and what its build found. */
export const remoteDescriptor = z.object({
  kind: z.literal('remote'),
  ...sourceFacts.shape,
  ...buildFacts,
  /** The container's file and the global variable it fills; both are unique to this build. */
  entry: z.object({ file: filePath, global: z.string() }),
  exposes: z.record(z.string(), exposedModule),
  requires: z.object({
    shell: z.string(),
    mfRuntime: z.string(),
    /** Package name → range, stamped from what was compiled against. */
    shared: z.record(z.string(), z.string()),
    backend: z.array(backendCall),
  }),
})
export type RemoteDescriptor = z.infer<typeof remoteDescriptor>

/** The finished descriptor of the shell: what it boots from and what it provides to remotes. */
export const shellDescriptor = z.object({
  kind: z.literal('shell'),
  name: z.literal('shell'),
  title: z.string(),
  owner: z.string(),
  /** The shell's own screens, which no remote can have. */
  routes: z.array(routePath),
  ...buildFacts,
  initial: entryPointFiles,
  /** Files of the shared entry points that are not part of `initial`: a route whose remote needs one preloads them. */
  doors: z.record(z.string(), entryPointFiles),
  preload: z.array(filePath),
  /** A script that is inline in the page. */
  start: filePath,
  /** The ids of its sprite; older builds do not say them. */
  icons: z.array(z.string()).optional(),
  /** The format of the page that its code reads. */
  pageFormat: z.number().int().positive(),
  provides: z.object({ shell: z.string(), mfRuntime: z.string(), shared: z.record(z.string(), z.string()) }),
})
export type ShellDescriptor = z.infer<typeof shellDescriptor>

export const descriptor = z
  .discriminatedUnion('kind', [remoteDescriptor, shellDescriptor])
  .superRefine((one, context) => requirePlainTexts(one, context))
export type Descriptor = z.infer<typeof descriptor>

/** The folder of an artifact below its origin: `1.3.0-0a1b2c3d4e5f`. */
export const artifactFolder = ({ version, build }: { version: string; build: string }) => `${version}-${build}`
