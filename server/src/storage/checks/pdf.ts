import { promisify } from 'node:util'
import { constants, inflate, inflateSync } from 'node:zlib'
import { cutOff, RefusedDocumentError } from './refused-document.ts'

const inflateWhole = promisify<Buffer, object, Buffer>(inflate)

const mostStreams = 20_000
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
  [new RegExp(`${names('XFA')}\\s*(?:\\[|\\d+\\s+\\d+\\s+R|<<|\\()`, 'i'), 'holds a form that runs script'],
]
/** Too short to look for in compressed bytes. */
const script = new RegExp(`${names('JS')}\\s*(?:[(<]|\\d)`, 'i')
const encrypted = new RegExp(names('Encrypt'))
const objectStream = new RegExp(names('ObjStm'), 'g')
const otherFilter = new RegExp(
  `${names('ASCIIHexDecode', 'ASCII85Decode', 'LZWDecode', 'RunLengthDecode')}|[\\s\\[/]${names('AHx', 'A85', 'LZW', 'RL')}[\\s\\]/>]`,
)

/**
 * Throws a `RefusedDocumentError` for a PDF that is cut off, that runs or carries something, or that is packed so that
 * this cannot be told. Browsers run the script of a PDF whatever the policy of its answer is.
 */
export async function checkPdf(content: Buffer): Promise<void> {
  const text = content.toString('latin1')
  if (!text.includes('%%EOF', Math.max(0, text.length - 4096))) cutOff()
  refuseActive(text)
  const { shown, streams } = divide(text)
  if (script.test(shown)) throw refusedFor('runs script when it is opened')
  const declared = text.match(objectStream)?.length ?? 0
  if (declared > 0 && (encrypted.test(shown) || otherFilter.test(text))) throw unreadable()
  const found = await readObjectStreams(content, text, streams)
  if (found < declared) throw unreadable()
}

const refusedFor = (what: string) => new RefusedDocumentError(`${what}; print it as a new PDF`)
const unreadable = () =>
  new RefusedDocumentError('is protected or packed so that nobody can check it; print it as a new PDF')

function refuseActive(text: string) {
  for (const [pattern, what] of active) if (pattern.test(text)) throw refusedFor(what)
}

/** What is outside of streams, and where each word `stream` is followed by data. */
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
async function readObjectStreams(content: Buffer, text: string, streams: number[]): Promise<number> {
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
    refuseActive(objects)
    if (script.test(objects)) throw refusedFor('runs script when it is opened')
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
