import { expect, it } from 'vitest'
import { createApp } from './create-app.ts'

it('writes foreign text so that a terminal acts upon none of it, and a reader of the JSON has all of it', () => {
  const lines: string[] = []
  const app = createApp('info', [], { write: (line) => void lines.push(line) })
  const text = 'a\r\nb\u001b[2J\u009b31m\u007f\u2028\u202eexe.pdf\u2066 Zoë 🚕'
  app.log.error({ err: new Error(text), name: text }, text)
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd()).toMatch(/^[^\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/u)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: text, name: text, err: { message: text } })
})
