import { z } from 'zod'
import { partName, remoteDescriptor, shellDescriptor } from './descriptor.ts'
import { settingValues } from './settings/settings.ts'

/** Where an artifact is served from: its origin and its folder, with a slash at the end. */
const artifactUrl = z.url({ protocol: /^https?$/ }).refine((url) => url.endsWith('/'), 'must end with a slash')

/** A pin: the descriptor verbatim, and the one address it is served from for ever. */
export const pinnedRemote = z.object({ url: artifactUrl, descriptor: remoteDescriptor })
export type PinnedRemote = z.infer<typeof pinnedRemote>
export const pinnedShell = z.object({ url: artifactUrl, descriptor: shellDescriptor })

/** A release: a frozen set of pins. A change of any kind is a new release with a higher number. */
export const release = z.object({
  schema: z.literal(1),
  number: z.number().int().positive(),
  createdAt: z.iso.datetime(),
  /** From then on no browser accepts it. */
  expiresAt: z.iso.datetime(),
  createdBy: z.string().min(1).max(120),
  reason: z.string().max(500),
  /** Of a canary: the release that was live when it was made, and that everybody else gets. */
  canaryOf: z.number().int().positive().optional(),
  shell: pinnedShell,
  remotes: z.record(partName, pinnedRemote),
  /**
   * The last known good version of a remote: loaded when the pinned one fails. None for a remote that had no other yet.
   */
  fallbacks: z.record(partName, pinnedRemote),
  /** Remotes that a release manager switched off, with the message for who visits them. */
  off: z.record(partName, z.object({ message: z.string().min(1).max(300) })),
  /** What is set of remotes, by remote and key; what is not here has the default of its remote's descriptor. */
  settings: z.record(partName, settingValues),
  /** Remotes whose styles and code may reach beyond what is their own. */
  reachesPage: z.array(partName),
})
export type Release = z.infer<typeof release>

/** What a release gives to people: all of it but its number, when it was made, by whom and why. */
export type ReleaseContent = Pick<Release, 'shell' | 'remotes' | 'fallbacks' | 'off' | 'settings' | 'reachesPage'>

/** A release as it is decided on: how long it lives is given to it when it is written. */
export type ReleaseDraft = Omit<Release, 'expiresAt'>

/** The one mutable document: which release is live. */
export const pointer = z.object({ release: z.number().int().positive() })
