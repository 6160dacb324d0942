import { promisify } from 'node:util'
import { constants, inflate, inflateSync } from 'node:zlib'
import { cutOff, RefusedDocumentError } from './refused-document.ts'

const inflateWhole = promisify<Buffer, object, Buffer>(inflate)

const mostStreams = 20_000
const mostObjects = 200_000
const mostInflatedBytes = 16 * 1024 * 1024
const mostInflatedInAll = 64 * 1024 * 1024

/** A name of PDF, of which every character may be written as `#` and its code. */
const nameOf = (name: string) => [...name].map((one) => `(?:${one}|#${one.charCodeAt(0).toString(16)})`).join('')
const names = (...all: string[]) => `/(?:${all.map(nameOf).join('|')})(?![^\\s\\0()<>\\[\\]{}/%])`

/** By what a document does more than show pages. Each name is long enough not to stand in a picture by chance. */
const active: readonly [pattern: RegExp, what: string][] = [
  [new RegExp(names('JavaScript', 'Rendition'), 'i'), 'runs script when it is opened'],
  [new RegExp(names('Launch'), 'i'), 'starts a program when it is opened'],
  [new RegExp(names('EmbeddedFile', 'EmbeddedFiles'), 'i'), 'holds other files'],
  [new RegExp(names('RichMedia', 'SubmitForm', 'ImportData'), 'i'), 'plays media or sends data'],
  [new RegExp(names('GoToR', 'GoToE'), 'i'), 'opens another file'],
  [new RegExp(`${names('XFA')}\\s*(?:\\[|\\d+\\s+\\d+\\s+R|<<|\\()`, 'i'), 'holds a form that runs script'],
]
/** White space and comments; as much of it as writers use, so that a search stays short. */
const gap = '(?:[\\s\\0]|%[^\\r\\n]{0,40}[\\r\\n])'

/** By the same, in names that are too short to look for in compressed bytes. */
const inObjects: readonly [pattern: RegExp, what: string][] = [
  [new RegExp(`${names('JS')}${gap}{0,20}(?:[(<]|\\d)`, 'i'), 'runs script when it is opened'],
  [new RegExp(`${names('AA')}${gap}{0,20}(?:<<|\\d)`), 'does something by itself when it is opened'],
  [new RegExp(`${names('F', 'UF')}${gap}{0,20}(?:\\(|<[^<])`), 'opens another file'],
]
const encrypted = new RegExp(names('Encrypt'))
const objectStream = new RegExp(names('ObjStm'), 'g')
const otherFilter = new RegExp(
  `${names('ASCIIHexDecode', 'ASCII85Decode', 'LZWDecode', 'RunLengthDecode')}|[\\s\\[/]${names('AHx', 'A85', 'LZW', 'RL')}[\\s\\]/>]`,
)

/**
 * Throws a `RefusedDocumentError` for a PDF that is cut off, that runs, opens or carries something, or that is packed
 * so that this cannot be told. Browsers run the script of a PDF whatever the policy of its answer is.
 */
export async function checkPdf(content: Buffer): Promise<void> {
  const text = content.toString('latin1')
  let end = content.length
  while (content[end - 1] === 0) end--
  if (!text.slice(Math.max(0, end - 4096), end).includes('%%EOF')) cutOff()
  refuseWhere(active, text)
  const { shown, streams } = divide(text)
  refuseWhere(inObjects, shown)
  const opening: Opening = { first: new Set(), harmless: new Map(), objects: 0 }
  noteOpening(opening, shown, objectsOf(shown))
  const declared = text.match(objectStream)?.length ?? 0
  if (declared > 0 && (encrypted.test(shown) || otherFilter.test(text))) throw unreadable()
  const found = await readObjectStreams(content, text, streams, opening)
  if (found < declared) throw unreadable()
  for (const number of opening.first) if (!opening.harmless.get(number)) throw opensMore()
}

const refusedFor = (what: string) => new RefusedDocumentError(`${what}; print it as a new PDF`)
const unreadable = () =>
  new RefusedDocumentError('is protected or packed so that nobody can check it; print it as a new PDF')

function refuseWhere(patterns: typeof active, text: string) {
  for (const [pattern, what] of patterns) if (pattern.test(text)) throw refusedFor(what)
}

/** The objects that are done when the document is opened, and whether an object is nothing but a place in it. */
type Opening = { first: Set<number>; harmless: Map<number, boolean>; objects: number }
type Objects = Generator<[number: number, value: string]>

const opensMore = () => refusedFor('opens more than its own pages')
const openAction = new RegExp(`${names('OpenAction')}${gap}{0,20}`, 'g')
const place = new RegExp(`^${gap}{0,20}(?:\\[|null|<<(?:[^<>()%]|\\([^()<>\\\\]*\\)|<[\\da-fA-F\\s]*>)*>>)`)
const leadsOn = new RegExp(names('URI', 'Next'))

function isHarmless(value: string): boolean {
  const found = place.exec(value.slice(0, 2000))?.[0]
  return found !== undefined && !leadsOn.test(found)
}

function noteOpening(opening: Opening, text: string, objects: Objects) {
  for (const { 0: name, index } of text.matchAll(openAction)) {
    const value = text.slice(index + name.length, index + name.length + 2000)
    const reference = /^\d+/.exec(value)?.[0]
    if (reference !== undefined) opening.first.add(Number(reference))
    else if (!isHarmless(value)) throw opensMore()
  }
  for (const [number, value] of objects) {
    if (++opening.objects > mostObjects) throw unreadable()
    opening.harmless.set(number, isHarmless(value) && (opening.harmless.get(number) ?? true))
  }
}

const numbered = /(?<!\d)(\d{1,10})[\s\0]{1,20}\d{1,5}[\s\0]{1,20}obj/g

/** One that is written in another way is none of these, and nothing that is opened. */
function* objectsOf(text: string): Objects {
  for (const { 0: name, 1: number, index } of text.matchAll(numbered)) {
    const from = index + name.length
    yield [Number(number), text.slice(from, from + 2000)]
  }
}

const firstOffset = new RegExp(`${names('First')}${gap}{0,20}(\\d{1,10})`)

/** The objects of an object stream, by the pairs of number and offset that it begins with. */
function* packedObjects(before: string, objects: string): Objects {
  const first = Number(firstOffset.exec(before)?.[1] ?? 0)
  for (const [, number, offset] of objects.slice(0, first).matchAll(/(\d+)\s+(\d+)/g)) {
    const from = first + Number(offset)
    yield [Number(number), objects.slice(from, from + 2000)]
  }
}

/** All that is outside of streams, and where each word `stream` is followed by data. */
function divide(text: string): { shown: string; streams: number[] } {
  const shown: string[] = []
  const streams: number[] = []
  const lastEnd = text.lastIndexOf('endstream')
  let from = 0
  for (const { 0: word, index } of text.matchAll(/(?<!end)stream(?:\r\n|\n|\r)/g)) {
    const data = index + word.length
    streams.push(data)
    if (streams.length > mostStreams) throw unreadable()
    if (data < from) continue
    shown.push(text.slice(from, data))
    from = data
    if (data > lastEnd) continue
    from = text.indexOf('endstream', data)
  }
  shown.push(text.slice(from))
  return { shown: shown.join(''), streams }
}

/** How the data of an object stream begins: pairs of a number and an offset. */
const pairs = /^(?:\s|\0|%[^\r\n]*[\r\n])*\d+(?:\s|\0|%[^\r\n]*[\r\n])+\d+/

/** Looks for the same names in each stream that holds objects; how many there are. */
async function readObjectStreams(content: Buffer, text: string, streams: number[], opening: Opening): Promise<number> {
  let bytes = 0
  let found = 0
  for (const [n, at] of streams.entries()) {
    // Lets other requests run in between.
    if (n % 100 === 99) await new Promise(setImmediate)
    if (pairs.test(text.slice(at, at + 500))) found++
    if (!pairs.test(beginningOf(content.subarray(at, at + 512)))) continue
    const objects = await inflateObjects(content.subarray(at))
    bytes += objects.length
    if (bytes > mostInflatedInAll) throw unreadable()
    refuseWhere([...active, ...inObjects], objects)
    const before = text.slice(Math.max(0, at - 1000), at)
    noteOpening(opening, objects, packedObjects(before.slice(before.lastIndexOf('obj')), objects))
    found++
  }
  return found
}

/** The first bytes of what a stream inflates to; nothing where it is not deflated. */
function beginningOf(data: Buffer): string {
  if (data.length < 2 || ((data[0] ?? 0) & 15) !== 8 || data.readUInt16BE(0) % 31 !== 0) return ''
  try {
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1', 0, 500)
  } catch {
    return ''
  }
}

async function inflateObjects(data: Buffer): Promise<string> {
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostInflatedBytes }
    return (await inflateWhole(data, options)).toString('latin1')
  } catch {
    throw unreadable()
  }
}
