import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import type { Kept, ListShape } from './kept.ts'

/**
 * Which part of a whole list is kept and has a needle, which part of it the search index finds for that needle, knowing nothing of what
 * stands between words, and which of the needle's words are of no use to look it up by.
 */
export type Sample = { share: number; tried: number; useless: Set<string> }

/**
 * Of three words and more, as an e-mail address has them: where one is found in so few of the rows that were looked at, those that so
 * many have only add to what the search index reads.
 */
const rareRows = 2
const commonShare = 0.05

const has = (text: string) => sql`strpos("searchText", ${text}) > 0`
const wordsOf = (needle: string) => [...new Set(needle.match(/[\p{L}\p{N}]{3,}/gu))].slice(0, 8)
/** Has all words of a needle, wherever they stand: those that begin or end within the needle as words that begin or end there. */
const hasWords = (needle: string) => {
  const words = [...needle.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({ word, index })).sort((one, other) => other.word.length - one.word.length)
  const patternOfWord = (word: string, index: number) => `${index > 0 ? '(^|[^[:alnum:]])' : ''}${word}${index + word.length < needle.length ? '([^[:alnum:]]|$)' : ''}`
  return sql.join([sql`true`, ...words.map(({ word, index }) => sql`${has(word)} and "searchText" ~ ${patternOfWord(word, index)}`)], sql` and `)
}

/** Whether the search index finds other rows too for a needle. */
export const isSeveralWords = (needle: string) => /[^\p{L}\p{N}]/u.test(needle)

/** Some pages of a table, with about so many rows. */
const pagesOf = ({ table, all }: ListShape, rows: number) => sql`${sql.table(table)} tablesample system (
  (select least(100, 100 * ${rows}::float8 / greatest(1, reltuples)) from pg_class where oid = ${table}::regclass)) repeatable (1) where ${all}`

export async function sampleOf(db: Database, { shape, where }: Kept, needle: string, rows: number): Promise<Sample> {
  const words = wordsOf(needle)
  const several = words.length > 2 ? words : []
  const counts = several.map((word) => sql`count(*) filter (where ${has(word)})::int`)
  const { rows: [found] } = await sql<{ hits: number; tried: number; seen: number; withWord: number[] }>`
    select count(*) filter (where ${where} and ${has(needle)})::int as hits, count(*) filter (where ${isSeveralWords(needle) ? hasWords(needle) : sql`false`})::int as tried,
      count(*)::int as seen, array[${sql.join(counts)}]::int[] as "withWord" from ${pagesOf(shape, rows)}`.execute(db)
  if (!found || found.seen === 0) return { share: 0, tried: 0, useless: new Set() }
  const isRare = found.withWord.some((many) => many <= rareRows)
  const isCommon = (many = 0) => many > Math.max(rareRows, commonShare * found.seen)
  return { share: found.hits / found.seen, tried: Math.max(found.hits, found.tried) / found.seen, useless: new Set(isRare ? several.filter((_, at) => isCommon(found.withWord[at])) : []) }
}
