import { existsSync, readFileSync } from 'node:fs'
import type { z } from 'zod'

/** A file of ours that cannot be used; the message names the file and what is wrong in it. */
export class FileError extends Error {}

/** Reads a JSON file that must fit a schema. Throws `FileError` naming the file and the first field that does not. */
export function readJson<T extends z.ZodType>(file: string, schema: T): z.output<T> {
  return parseJson(file, readText(file), schema)
}

/** Reads a text file. Throws `FileError` naming the file, such as when a folder is in its place. */
export function readText(file: string): string {
  try {
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

/** What a text says as JSON; undefined when it is none. */
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
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new FileError(`${file}: ${issue?.path.join('.') || 'the whole file'}: ${issue?.message ?? 'is not valid'}`)
}
