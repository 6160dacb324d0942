/** A node of the directory: what stands at its root, and what stands inside of it. */
export type Node = { name: string; kind: 'stream' | 'storage'; inside?: Node[] }

const free = 0xffffffff
const end = 0xfffffffe
const sector = 512

/** An old Office file ([MS-CFB]) with these names at its root; `padding` bytes stand behind the directory. */
export function compoundFile(root: Node[], padding: Buffer = Buffer.alloc(0)): Buffer {
  const entries: Buffer[] = []
  const add = (name: string, kind: number): [number, Buffer] => {
    const entry = Buffer.alloc(128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE((name.length + 1) * 2, 64)
    entry.writeUInt8(kind, 66)
    for (const at of [68, 72, 76]) entry.writeUInt32LE(free, at)
    return [entries.push(entry) - 1, entry]
  }
  // The siblings of a storage, each to the right of the one before.
  function fill(owner: Buffer, nodes: Node[]) {
    let [before, at]: [Buffer, number] = [owner, 76]
    for (const { name, kind, inside } of nodes) {
      const [id, entry] = add(name, kind === 'stream' ? 2 : 1)
      before.writeUInt32LE(id, at)
      ;[before, at] = [entry, 72]
      if (inside) fill(entry, inside)
    }
  }
  fill(add('Root Entry', 5)[1], root)
  while (entries.length % 4 !== 0) entries.push(Buffer.alloc(128))
  const directory = Buffer.concat(entries)
  const sectors = directory.length / sector
  const table = Buffer.alloc(sector, 0xff)
  table.writeUInt32LE(0xfffffffd, 0)
  for (let n = 1; n <= sectors; n++) table.writeUInt32LE(n === sectors ? end : n + 1, n * 4)
  const header = Buffer.alloc(sector, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.fill(0, 8, 76)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(end, 60)
  header.writeUInt32LE(end, 68)
  header.writeUInt32LE(0, 76)
  return Buffer.concat([header, table, directory, padding])
}

export const wordFile = (more: Node[] = []) =>
  compoundFile([{ name: '1Table', kind: 'stream' }, { name: 'WordDocument', kind: 'stream' }, ...more])
