/** Texts of settings have at most so many characters. */
export const longestText = 500

export type SettingValue = string | number | boolean
/** The values that a release sets of one remote, by key. */
export type SettingValues = Record<string, SettingValue>

type Described<Value extends SettingValue> = { default: Value; description: string }

/** One setting of `remote.json`. */
export type Setting =
  | ({
      type: 'string'
      minLength?: number | undefined
      maxLength?: number | undefined
    } & Described<string>)
  | ({ type: 'integer' | 'number'; min?: number | undefined; max?: number | undefined } & Described<number>)
  | ({ type: 'boolean' } & Described<boolean>)
  | ({ type: 'choice'; choices: string[] } & Described<string>)
export type SettingsSchema = Record<string, Setting>

/** Why a setting cannot have a value, as the end of a sentence with its key; null when it can. */
export function reasonAgainst(one: Setting, value: unknown): string | null {
  switch (one.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false'
    case 'choice':
      return one.choices.some((choice) => choice === value) ? null : `must be one of ${one.choices.join(', ')}`
    case 'string':
      return reasonAgainstText(one, value)
    default:
      return reasonAgainstNumber(one, value)
  }
}

function reasonAgainstText(one: Extract<Setting, { type: 'string' }>, value: unknown): string | null {
  if (typeof value !== 'string') return 'must be text'
  const { minLength = 0, maxLength = longestText } = one
  if (value.length < minLength) return `must have ${minLength} characters or more`
  if (value.length > maxLength) return `must have ${maxLength} characters or fewer`
  return /\p{Cc}/u.test(value) ? 'must be one line' : null
}

function reasonAgainstNumber(one: Extract<Setting, { type: 'integer' | 'number' }>, value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
  if (one.type === 'integer' && !Number.isSafeInteger(value)) return 'must be a whole number'
  if (one.min !== undefined && value < one.min) return `must be ${one.min} or more`
  return one.max !== undefined && value > one.max ? `must be ${one.max} or less` : null
}

/**
 * Picks from a release the values that a version of the remote understands: that has its own settings, and may be an
 * older one that runs as a fallback, or one from its source. The others have their defaults.
 */
export function understoodSettings(schema: SettingsSchema | undefined, values: SettingValues = {}): SettingValues {
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => {
      const one = schema && Object.hasOwn(schema, key) ? schema[key] : undefined
      return one !== undefined && reasonAgainst(one, value) === null
    }),
  )
}
