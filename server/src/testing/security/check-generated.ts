import fc, { type IAsyncProperty } from 'fast-check'
import { seed } from './seed.ts'
import type { Tally } from './tally.ts'

/** Runs a property on generated inputs. One that fails is a deviation, named with the smallest input that fails. */
export async function checkGenerated<Input>(
  tally: Tally,
  property: IAsyncProperty<Input>,
  numRuns: number,
  endOnFailure = false,
) {
  const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns, endOnFailure })
  tally.count(!failed, () => `${String(errorInstance)}\n${fc.stringify(counterexample).slice(0, 500)}`)
}
