/** A key for each row: its `_id`, or its place where a backend repeats one or has none. */
export function rowKeys<Row extends object>(rows: readonly Row[]): Map<Row, string> {
  const taken = new Set<string>()
  const keys = new Map<Row, string>()
  rows.forEach((row, at) => {
    const id: unknown = '_id' in row ? row._id : undefined
    const key = typeof id === 'string' && id !== '' && !taken.has(id) ? id : `row-${at}`
    taken.add(key)
    keys.set(row, key)
  })
  return keys
}
