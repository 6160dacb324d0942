import { existsSync, readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'

/** A file of ours that cannot be used; the message names the file and what is wrong in it. */
export class FileError extends Error {}

/** Reads a JSON file that must fit a schema. Throws `FileError` naming the file and the first field that does not. */
export function readJson<T extends z.ZodType>(file: string, schema: T, most?: number): z.output<T> {
  return parseJson(file, readText(file, most), schema)
}

/**
 * Reads a text file. Throws `FileError` naming the file, such as when a folder is in its place, a pipe, whose end may
 * never come, or more bytes than `most`.
 */
export function readText(file: string, most = Infinity): string {
  try {
    const found = statSync(file)
    if (!found.isFile() && !found.isDirectory()) throw new Error('it is no regular file')
    if (found.isFile() && found.size > most) throw new Error(`it has ${found.size} bytes; it may have ${most}`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new FileError(`${file}: cannot be read (${error instanceof Error ? reasonOf(error) : ''})`)
  }
}

const reasons: Record<string, string> = {
  EISDIR: 'it is a folder and no file',
  ENOENT: 'it is missing',
  ENOTDIR: 'a file is where its folder should be',
  EACCES: 'this account has no right to it',
  EPERM: 'this account has no right to it',
  EROFS: 'it is on a disk that can only be read',
  ENOSPC: 'the disk is full',
}

/** Why a file cannot be read or written, in words. */
export const reasonOf = (error: Error): string => ('code' in error && reasons[String(error.code)]) || error.message

/** Reads and checks a JSON file that need not be there; undefined without it. */
export const readJsonIfThere = <T extends z.ZodType>(file: string, schema: T): z.output<T> | undefined =>
  existsSync(file) ? readJson(file, schema) : undefined

/** Reads a text as JSON; undefined when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Checks the text of a JSON file that was read already. Throws `FileError` with its name. */
export function parseJson<T extends z.ZodType>(file: string, text: string, schema: T): z.output<T> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new FileError(`${file}: is not JSON (${error instanceof Error ? error.message : ''})`)
  }
  const key = strangeKey(text)
  if (key !== undefined) throw new FileError(`${file}: the key ${key} is there twice, or no key that a file may have`)
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new FileError(`${file}: ${issue?.path.join('.') || 'the whole file'}: ${issue?.message ?? 'is not valid'}`)
}

/** A key that is lost when JSON is read: of two the first, and `__proto__`. */
function strangeKey(json: string): string | undefined {
  const open: Set<string>[] = []
  for (const [token, name, colon] of json.matchAll(/("(?:[^"\\]+|\\.)*")(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set())
    if (token === '}') open.pop()
    if (!name || !colon) continue
    const key = String(JSON.parse(name))
    if (key === '__proto__' || open.at(-1)?.has(key)) return name
    open.at(-1)?.add(key)
  }
  return undefined
}
