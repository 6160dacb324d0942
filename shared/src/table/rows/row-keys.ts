/** A key for each row, in their order: its `_id`, or its place where a backend repeats one or has none. */
export function rowKeys(rows: readonly object[]): string[] {
  const taken = new Set<string>()
  return rows.map((row, at) => {
    const id: unknown = '_id' in row ? row._id : undefined
    const key = typeof id === 'string' && id !== '' && !taken.has(id) ? id : `row-${at}`
    taken.add(key)
    return key
  })
}
