import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { advisorySchema, type Advisory } from './advisory.ts'

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/**
 * The advisories of a file (one of them, or a list) or of all JSON files below a folder, one after the other: there
 * are hundreds of thousands. Throws with the name of the file that is none.
 */
export function* readAdvisories(path: string): Generator<Advisory> {
  let files
  try {
    files = filesOf(path)
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  for (const file of files) {
    let content: unknown
    try {
      content = JSON.parse(readFileSync(file, 'utf8'))
    } catch (error) {
      throw new Error(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
    }
    for (const [index, record] of (Array.isArray(content) ? content : [content]).entries()) {
      const { data, error } = advisorySchema.safeParse(record)
      if (!data) {
        const issues = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
        const which = Array.isArray(content) ? `, record ${index + 1},` : ''
        throw new Error(`${file}${which} is no advisory in the OSV format: ${issues.join('; ')}`)
      }
      yield data
    }
  }
}
