import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/tables.ts'
import type { Kept } from './kept.ts'

/**
 * Which part of a whole list is kept and has a needle, which part of it the search index finds for that needle, knowing nothing of what
 * stands between words, and which of the needle's words are of no use to look it up by.
 */
export type Sample = { share: number; tried: number; useless: Set<string> }

type Row = { text: string; isKept: boolean }

/**
 * Of three words and more, as an e-mail address has them: where one is found in so few of the rows that were looked at, those that so
 * many have only add to what the search index reads.
 */
const rareRows = 2
const commonShare = 0.05
const heldLists = 20
const freshMilliseconds = 5 * 60_000

/** Some rows of each list, whose texts tell how common a needle is. They are held: what was true some minutes ago does for that. */
export class Samples {
  readonly #held: LRUCache<string, Row[], Kept>

  constructor(db: Database, size: number) {
    this.#held = new LRUCache({ max: heldLists, ttl: freshMilliseconds, allowStale: true, fetchMethod: (_name, _stale, { context }) => readSome(db, context, size) })
  }

  async of(kept: Kept, needle: string): Promise<Sample> {
    return sampleIn((await this.#held.fetch(kept.name, { context: kept })) ?? [], needle)
  }
}

/** The rows of some pages of the table, about `size` of them. */
async function readSome(db: Database, { shape: { table, all }, where }: Kept, size: number): Promise<Row[]> {
  const part = sql`select least(100, 100 * ${size}::float8 / greatest(1, reltuples)) from pg_class where oid = ${table}::regclass`
  const { rows } = await sql<Row>`select "searchText" as text, (${where}) as "isKept" from ${sql.table(table)} tablesample system ((${part})) repeatable (1) where ${all}`.execute(db)
  return rows
}

function sampleIn(rows: Row[], needle: string): Sample {
  if (rows.length === 0) return { share: 0, tried: 0, useless: new Set() }
  const count = (is: (row: Row) => boolean) => rows.reduce((sum, row) => sum + Number(is(row)), 0)
  const hits = count(({ text, isKept }) => isKept && text.includes(needle))
  const hasWords = isSeveralWords(needle) ? wordsIn(needle) : undefined
  const tried = hasWords ? count(({ text }) => hasWords(text)) : hits
  return { share: hits / rows.length, tried: Math.max(hits, tried) / rows.length, useless: uselessOf(needle, (word) => count(({ text }) => text.includes(word)), rows.length) }
}

function uselessOf(needle: string, rowsWith: (word: string) => number, seen: number): Set<string> {
  const words = [...new Set(needle.match(/[\p{L}\p{N}]{3,}/gu))].slice(0, 8)
  if (words.length <= 2) return new Set()
  const found = words.map((word) => ({ word, many: rowsWith(word) }))
  if (!found.some(({ many }) => many <= rareRows)) return new Set()
  return new Set(found.filter(({ many }) => many > Math.max(rareRows, commonShare * seen)).map(({ word }) => word))
}

/** Whether a text has all words of a needle, wherever they stand: those that begin or end within the needle as words that begin or end there. */
function wordsIn(needle: string): (text: string) => boolean {
  const words = [...needle.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word,
    asThere: new RegExp(`${index > 0 ? '(?<![\\p{L}\\p{N}])' : ''}${word}${index + word.length < needle.length ? '(?![\\p{L}\\p{N}])' : ''}`, 'u'),
  }))
  return (text) => words.every(({ word, asThere }) => text.includes(word) && asThere.test(text))
}

/** Whether the search index finds other rows too for a needle. */
export const isSeveralWords = (needle: string) => /[^\p{L}\p{N}]/u.test(needle)
