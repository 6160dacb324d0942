import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../workspace/parts.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { audit } = JSON.parse(read('shared/src/i18n/messages.en.json')) as { audit: { acts: Record<string, string> } }

it('has words for each act that the server writes into the audit', () => {
  const acts = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
    // The commands for administrators are acts too, of another kind.
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('admin'))
    .map((file) => read(join('server/src', file)))
    .filter((source) => source.includes('recordAct('))
    .flatMap((source) => [...source.matchAll(/\bact: ([^,}\n]*'[^,}\n]*)/g)])
    .flatMap(([, value = '']) => [...value.matchAll(/(?<!=== )'([a-z-]+)'/g)].map(([, act = '']) => act))
  expect(acts).toContain('erase')
  expect(acts.filter((act) => !Object.hasOwn(audit.acts, act))).toEqual([])
})
