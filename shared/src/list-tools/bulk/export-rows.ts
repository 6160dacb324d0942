import { getFile } from '../../api/api.ts'
import { mostRowsAtOnce } from '../../contract/index.ts'

/** One CSV file of these rows, in parts that the server makes. */
export async function exportRows(path: string, ids: readonly string[], tz: string, signal: AbortSignal): Promise<Blob> {
  const parts: string[] = []
  for (let at = 0; at < ids.length; at += mostRowsAtOnce) {
    const query = { ids: ids.slice(at, at + mostRowsAtOnce).join(','), tz }
    const text = await (await getFile(path, 'text/csv', { query, signal })).text()
    // Each part repeats the headings, which hold no line break.
    parts.push(at === 0 ? text : text.slice(text.indexOf('\n') + 1))
  }
  return new Blob(parts, { type: 'text/csv' })
}
