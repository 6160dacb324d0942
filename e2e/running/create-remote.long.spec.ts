import { join } from 'node:path'
import { root, runNode } from '../harness/product/product.ts'
import { expect, test } from '../harness/test.ts'

test('a remote that cannot be made is refused with the reason', async () => {
  for (const [args, reason] of [
    [['Seat Plans'], /must be lower-case/],
    [['drivers'], /there is a part named "drivers" already/],
    [[], /create-remote -- NAME/],
    [
      ['seat-plans', '--in', join(root, 'e2e/seat-plans')],
      /e2e\/seat-plans is in this workspace; without --in it becomes mfe-seat-plans/,
    ],
  ] as const) {
    const refused = runNode(['scripts/run.mjs', 'create-remote', ...args])
    expect((await refused.ended).code).toBe(2)
    expect(refused.output()).toMatch(reason)
  }
})
