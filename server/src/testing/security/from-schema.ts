import fc from 'fast-check'
import { hostileText, hostileValue } from './hostile.ts'

/** The parts of JSON Schema that our document uses. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** Values that exist, by the name of the field: what is found goes deeper into the code than what is not. */
export type Known = Record<string, unknown[]>

/** Values of a schema; now and then, in any place, one that the schema does not allow. */
export function fromSchema(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const right = rightOf(schema, known, name)
  const found = known[name]
  const usual = found ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...found) }, right) : right
  return fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: hostileValue })
}

function rightOf(schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  const { type, properties = {}, required = [], items = {}, oneOf, anyOf } = schema
  const choices = oneOf ?? anyOf
  if (choices) return fc.oneof(...choices.map((one) => fromSchema(one, known, name)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => rightOf({ ...schema, type: one }, known, name)))
  switch (type) {
    case 'object':
      return objectOf(properties, required, known)
    case 'array':
      return fc.array(fromSchema(items, known, name), { maxLength: 4 })
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: Math.min(schema.maximum ?? 500, 2 ** 53) })
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return textOf(schema)
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = 80 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'email') return fc.emailAddress()
  if (format === 'date')
    return fc.date({ noInvalidDate: true, min: new Date(0) }).map((day) => day.toISOString().slice(0, 10))
  if (pattern) return fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)
  return fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength + 1, 400) })
}

/** An object with the fields of a schema, of which some are missing, and with others. */
function objectOf(properties: Record<string, Schema>, required: string[], known: Known) {
  const fields = Object.entries(properties).map(([key, schema]) => [key, fromSchema(schema, known, key)] as const)
  const requiredKeys = fc.integer({ min: 0, max: 9 }).map((dice) => dice > 0)
  return requiredKeys.chain((isWhole) =>
    fc
      .tuple(
        fc.record(Object.fromEntries(fields), { requiredKeys: isWhole ? required : [] }),
        fc.option(fc.dictionary(hostileText, hostileValue, { maxKeys: 2 }), { freq: 5 }),
      )
      .map(([own, others]) => ({ ...others, ...own })),
  )
}
