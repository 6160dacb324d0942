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
  /** The release that was live when this one was made; 0 before the first. */
  previous: z.number().int().nonnegative(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().min(1).max(120),
  reason: z.string().max(500),
  /** In a canary alone: a share of the administrators gets it beside the release that it belongs to. */
  canary: z
    .object({
      of: z.number().int().positive(),
      /** 0 to 100; 0 is nobody and 100 is everybody. */
      percent: z.number().min(0).max(100),
      /** Another for each canary: not always the same people try first. It stays while the share grows. */
      salt: z.string().regex(/^[0-9a-f]{24}$/),
    })
    .optional(),
  shell: pinnedShell,
  remotes: z.record(partName, pinnedRemote),
  /**
   * The last known good version of a remote: loaded when the pinned one fails. None for a remote that had no other yet.
   */
  fallbacks: z.record(partName, pinnedRemote),
  /** Remotes that a release manager switched off, with the message for who visits them. */
  off: z.record(partName, z.object({ message: z.string().min(1).max(300) })),
  /** The settings of remotes, by remote and key; one that is not here has the default of its remote's descriptor. */
  settings: z.record(partName, settingValues),
  /** Remotes whose styles and code may reach beyond what is their own. */
  reachesPage: z.array(partName),
})
export type Release = z.infer<typeof release>

/** The part of a release that people get: all of it but its number, when it was made, by whom and why. */
export type ReleaseContent = Pick<Release, 'shell' | 'remotes' | 'fallbacks' | 'off' | 'settings' | 'reachesPage'>

/** The number of the live release (`live.json`), or of the canary beside it (`canary.json`). */
export const pointer = z.object({ release: z.number().int().positive() })
