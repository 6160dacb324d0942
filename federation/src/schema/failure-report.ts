import { z } from 'zod'
import { partName } from './descriptor.ts'

/**
 * A page reports this to its shell's origin of a version of a remote that failed there. It says nothing about the
 * person, and has no address.
 */
export const failureReport = z.strictObject({
  release: z.number().int().positive(),
  remote: partName,
  /** `1.3.0-0a1b2c3d4e5f` */
  version: z.string().regex(/^[0-9A-Za-z.-]{1,60}$/),
  /**
   * `load`: its files did not arrive, or threw; `integrity`: a file was not what its hash says; `mount`: a screen of it
   * threw before it stood, did not stand in time, is missing, or the page did not survive it; `run`: it threw later.
   */
  phase: z.enum(['load', 'integrity', 'mount', 'run']),
  message: z.string().max(300),
})
export type FailureReport = z.infer<typeof failureReport>

/** As it is sent, with the token of the page load: without a valid one it counts for nothing. */
export const sentReport = failureReport.extend({ load: z.string().max(200).default('') })
