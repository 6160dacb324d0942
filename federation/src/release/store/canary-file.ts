import { z } from 'zod'

/** `canary.json`: the release that a share of the administrators gets instead of the live one. */
export const canaryFile = z.strictObject({
  release: z.number().int().positive(),
  /** 0 to 100; 0 is nobody and 100 is everybody. */
  percent: z.number().min(0).max(100),
  /** Another for each canary, so that it is not always the same people who try first. */
  salt: z.string().regex(/^[0-9a-f]{24}$/),
  /** Failures that pages reported count from then on. */
  countedFrom: z.iso.datetime(),
  /** While it is on hold nobody gets it. */
  held: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
})
export type Canary = z.infer<typeof canaryFile>
