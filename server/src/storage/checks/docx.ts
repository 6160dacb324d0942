import { SaxesParser } from 'saxes'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { cutOff, RefusedDocumentError } from './refused-document.ts'

const mostEntries = 2000
const mostInflatedBytes = 64 * 1024 * 1024
const mostXmlBytes = 1024 * 1024

const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/**
 * Throws a `RefusedDocumentError` unless this is a Word document that fits into memory when it is opened, has no
 * macros, controls and objects of other programs, and loads nothing from elsewhere. Reads it piece by piece and never
 * keeps what it inflates.
 */
export async function checkDocx(content: Buffer): Promise<void> {
  try {
    const zip = await fromBufferPromise(content, { lazyEntries: true })
    if (zip.entryCount > mostEntries)
      throw new RefusedDocumentError(`holds ${zip.entryCount} files, more than ${mostEntries}`)
    await checkEntries(zip)
  } catch (error) {
    if (error instanceof RefusedDocumentError) throw error
    cutOff()
  }
}

async function checkEntries(zip: ZipFile): Promise<void> {
  const state = { bytes: 0, isWord: false }
  const seen = new Set<string>()
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    if (seen.has(name) || entry.isEncrypted()) cutOff()
    seen.add(name)
    if (name.endsWith('vbaproject.bin')) throw holdsMacros()
    state.bytes += entry.uncompressedSize
    if (state.bytes > mostInflatedBytes) throw tooLarge()
    if (name === '[content_types].xml') state.isWord = isWordDocument(await readXml(zip, entry))
    else if (name.endsWith('.rels')) checkRelations(name, await readXml(zip, entry))
    else await readThrough(zip, entry)
  }
  if (!state.isWord) throw new RefusedDocumentError('is a zip file, but no Word document')
}

const holdsMacros = () => new RefusedDocumentError('holds macros or controls; save it without them')
const tooLarge = () => new RefusedDocumentError(`unpacks to more than ${mostInflatedBytes / 1024 / 1024} MB`)

/** Inflates an entry and forgets it: yauzl throws where it has another size than the directory says. */
async function readThrough(zip: ZipFile, entry: Entry): Promise<void> {
  if (entry.fileName.endsWith('/')) return
  for await (const chunk of await zip.openReadStreamPromise(entry)) void chunk
}

type Element = { name: string; attributes: Record<string, string> }

/** The elements of a part by their local names. Entities of its own and declarations of types are refused. */
async function readXml(zip: ZipFile, entry: Entry): Promise<Element[]> {
  if (entry.uncompressedSize > mostXmlBytes) throw tooLarge()
  const elements: Element[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', cutOff)
  parser.on('doctype', cutOff)
  parser.on('opentag', ({ local, attributes }) =>
    elements.push({
      name: local,
      attributes: Object.fromEntries(Object.values(attributes).map((one) => [one.local, one.value.trim()])),
    }),
  )
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  // Only UTF-8: what cannot be decoded as such could say something else to Word.
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))).close()
  return elements
}

function isWordDocument(elements: Element[]): boolean {
  const types = elements.map(({ attributes }) => (attributes['ContentType'] ?? '').toLowerCase())
  if (types.some((type) => /macroenabled|vbaproject|ms-office\.activex/.test(type))) throw holdsMacros()
  return types.includes(wordDocument)
}

/** All that Word hands to another program, runs, or takes in as a part in another format (`altChunk`). */
const active = /\/(?:oleObject|control|activeXControlBinary|aFChunk)$/i
/** A sheet or slide set in the text; of a chart it is the numbers that it was drawn from. */
const isEmbedded = (file: string, type: string) => /\/package$/i.test(type) && !file.includes('/charts/')

/** Word loads what a relation names outside of the document as soon as it opens it, hyperlinks alone excepted. */
function checkRelations(file: string, elements: Element[]): void {
  for (const { name, attributes } of elements) {
    const type = attributes['Type'] ?? ''
    if (name !== 'Relationship') continue
    if (active.test(type) || isEmbedded(file, type))
      throw new RefusedDocumentError('holds controls or objects of other programs; save it without them')
    if (attributes['TargetMode']?.toLowerCase() === 'external' && !type.endsWith('/hyperlink'))
      throw new RefusedDocumentError(
        `loads something from elsewhere when it is opened (${/[A-Za-z]{1,40}$/.exec(type)?.[0] ?? 'a relation'}); save it without`,
      )
  }
}
