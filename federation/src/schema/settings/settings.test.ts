import { describe, expect, it } from 'vitest'
import { settingsSchema, understoodSettings, type Setting } from '../index.ts'

const description = 'what it is for'
const wrong = (settings: object) =>
  settingsSchema.safeParse(settings).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('settings in remote.json', () => {
  it('are of five types', () => {
    const settings = {
      title: { type: 'string', default: 'a1', description, minLength: 1, maxLength: 5 },
      rows: { type: 'integer', default: 20, description, min: 1, max: 100 },
      share: { type: 'number', default: 0.5, description, min: 0, max: 1 },
      isOpen: { type: 'boolean', default: false, description },
      order: { type: 'choice', default: 'new', description, choices: ['new', 'old'] },
    }
    expect(settingsSchema.parse(settings)).toEqual(settings)
  })

  it.each<[object, string]>([
    [{ Rows: { type: 'integer', default: 1, description } }, 'Rows: '],
    [{ rows: { type: 'int', default: 1, description } }, 'rows.type: '],
    [{ rows: { type: 'integer', default: 1 } }, 'rows.description: '],
    [{ rows: { type: 'integer', default: 1.5, description } }, 'rows.default: must be a whole number'],
    [{ rows: { type: 'integer', default: 5, description, max: 4 } }, 'rows.default: must be 4 or less'],
    [{ share: { type: 'number', default: 0, description, min: 0.1 } }, 'share.default: must be 0.1 or more'],
    [{ name: { type: 'string', default: '', description, minLength: 1 } }, 'name.default: must have 1 characters'],
    [{ name: { type: 'string', default: 'ab', description, maxLength: 1 } }, 'name.default: must have 1 characters'],
    [{ name: { type: 'string', default: 'a', description, pattern: 'a' } }, 'name: '],
    [{ order: { type: 'choice', default: 'x', description, choices: ['a'] } }, 'order.default: must be one of a'],
    [{ open: { type: 'boolean', default: 'true', description } }, 'open.default: '],
    [{ rows: { type: 'integer', default: 1, description, maximum: 3 } }, 'rows: '],
  ])('%j is refused, and where is named', (settings, reason) => {
    expect(wrong(settings)).toEqual([expect.stringContaining(reason)])
  })
})

it('a version understands of what is set what its own settings allow', () => {
  const schema: Record<string, Setting> = {
    rows: { type: 'integer', default: 20, description, max: 100 },
    open: { type: 'boolean', default: false, description },
    name: { type: 'string', default: '', description, maxLength: 2 },
    order: { type: 'choice', default: 'new', description, choices: ['new', 'old'] },
  }
  expect(understoodSettings(schema, { rows: 200, open: true, gone: 'x', name: 'abc', order: 'best' })).toEqual({
    open: true,
  })
  expect(understoodSettings(schema, { rows: 50, constructor: 'x' })).toEqual({ rows: 50 })
  expect(understoodSettings(undefined, { rows: 50 })).toEqual({})
  expect(understoodSettings(schema)).toEqual({})
})
