/** Draws that follow from a seed: the same seed draws the same. */
export function drawFrom(seed: number) {
  let state = seed >>> 0
  const below = (count: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  const pick = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new Error('there is nothing to pick from')
    return items[below(items.length)] as Item
  }
  return { below, pick }
}
