import { z } from 'zod'

const event = z.object({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
  limit: z.string().optional(),
})

/** An advisory in the OSV format, as osv.dev and the GitHub Advisory Database publish them; only what is read here. */
export const advisorySchema = z.object({
  id: z.string().min(1),
  modified: z.string().optional(),
  withdrawn: z.string().nullish(),
  summary: z.string().nullish(),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
        ranges: z.array(z.object({ type: z.string(), events: z.array(event) })).nullish(),
        versions: z.array(z.string()).nullish(),
      }),
    )
    .nullish(),
  database_specific: z.object({ severity: z.string().nullish() }).nullish(),
})
export type Advisory = z.infer<typeof advisorySchema>

/** The days until a package with an advisory is replaced, by its severity (docs/security.md). */
const days: Record<string, number> = { critical: 7, high: 30, moderate: 90, medium: 90, low: 90, info: 90 }

/** What nobody has rated yet is treated as high. */
export const daysFor = (severity: string): number => days[severity] ?? 30

/** An advisory that concerns a package of ours. */
export interface Found {
  package: string
  version: string
  /** Whether it is a package of the product, and not only of its tests and tools. */
  inProduct: boolean
  severity: string
  id: string
  summary: string
  /** The versions without it, as far as they are known. */
  fixedIn: string[]
}
