import { cutOff, RefusedDocumentError } from './refused-document.ts'

// [MS-CFB], the container of all old Office documents: sectors, chains of them in a table, and a tree of names.
const noStream = 0xffffffff
const lastSector = 0xfffffffa
const storage = 1
const stream = 2

/** Throws a `RefusedDocumentError` unless this is a Word document by its directory, without macros. */
export function checkDoc(content: Buffer): void {
  const names = namesAtRoot(content)
  const others = ['workbook', 'book', 'powerpoint document', 'visiodocument']
  if (names.get('worddocument') !== stream || others.some((name) => names.has(name)))
    throw new RefusedDocumentError('is an old Office file, but no Word document')
  if (names.get('macros') === storage || names.has('_vba_project_cur'))
    throw new RefusedDocumentError('holds macros; save it without them')
}

/** All that stands at the root of the directory, by its name in lower case: storage or stream. */
function namesAtRoot(content: Buffer): Map<string, number> {
  if (content.length < 512) cutOff()
  const shift = content.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) cutOff()
  const size = 1 << shift
  const directory = readDirectory(content, size)
  const names = new Map<string, number>()
  const seen = new Set<number>()
  const waiting = [directory.length >= 128 ? directory.readUInt32LE(76) : cutOff()]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === noStream) continue
    const at = id * 128
    if (seen.has(id) || at + 128 > directory.length) cutOff()
    seen.add(id)
    const length = directory.readUInt16LE(at + 64)
    if (length < 2 || length > 64) cutOff()
    names.set(directory.toString('utf16le', at, at + length - 2).toLowerCase(), directory.readUInt8(at + 66))
    waiting.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72))
  }
  return names
}

function readDirectory(content: Buffer, size: number): Buffer {
  const sector = (id: number) => {
    const at = (id + 1) * size
    return at + size <= content.length ? content.subarray(at, at + size) : cutOff()
  }
  const tables = tableSectors(content, size, sector)
  const after = (id: number) => {
    const table = sector(tables[Math.floor((id * 4) / size)] ?? cutOff())
    return table.readUInt32LE((id * 4) % size)
  }
  const chain: Buffer[] = []
  const mostSectors = Math.ceil(content.length / size)
  for (let id = content.readUInt32LE(48); id < lastSector; id = after(id)) {
    if (chain.length > mostSectors) cutOff()
    chain.push(sector(id))
  }
  return Buffer.concat(chain)
}

/** The sectors that hold the table of chains: 109 in the header, more in sectors of their own. */
function tableSectors(content: Buffer, size: number, sector: (id: number) => Buffer): number[] {
  const found: number[] = []
  const addFrom = (part: Buffer, from: number, to: number) => {
    for (let at = from; at < to; at += 4) {
      const id = part.readUInt32LE(at)
      if (id < lastSector) found.push(id)
    }
  }
  addFrom(content, 76, 512)
  const mostSectors = Math.ceil(content.length / size)
  for (let id = content.readUInt32LE(68), n = 0; id < lastSector; n++) {
    if (n > mostSectors) cutOff()
    const part = sector(id)
    addFrom(part, 0, size - 4)
    id = part.readUInt32LE(size - 4)
  }
  return found
}
