import { z } from 'zod'
import { longestText, reasonAgainst, type Setting } from './settings-values.ts'

/** Name of a setting of a remote, e.g. `fileLimitMb`. */
export const settingKey = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,39}$/, 'must begin with a small letter, then letters and digits, 40 at most')
  .refine((key) => !(key in {}), 'must be another: every JavaScript object has this one')

export const settingValue = z.union([z.string().max(longestText), z.number(), z.boolean()])

const description = z.string().min(1).max(300)
const length = z.number().int().min(0).max(longestText)

const anySetting = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('string'),
    default: z.string().max(longestText),
    description,
    minLength: length.optional(),
    maxLength: length.optional(),
  }),
  ...(['integer', 'number'] as const).map((type) =>
    z.strictObject({
      type: z.literal(type),
      default: z.number(),
      description,
      min: z.number().optional(),
      max: z.number().optional(),
    }),
  ),
  z.strictObject({ type: z.literal('boolean'), default: z.boolean(), description }),
  z.strictObject({
    type: z.literal('choice'),
    default: z.string(),
    description,
    choices: z.array(z.string().min(1).max(100)).min(1).max(50),
  }),
])

/** One setting in `remote.json`: its type, what it may be, and what it is when no release says otherwise. */
export const setting = anySetting.superRefine((one: Setting, context) => {
  const reason = reasonAgainst(one, one.default)
  if (reason !== null) context.addIssue({ code: 'custom', path: ['default'], message: reason })
})

/** The settings of a remote, by key. */
export const settingsSchema = z.record(settingKey, setting)

/** The values that a release sets of one remote. */
export const settingValues = z.record(settingKey, settingValue)
