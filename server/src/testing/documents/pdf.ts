import { deflateSync } from 'node:zlib'

/** A PDF of one empty page whose catalog has `catalog` too, with these objects from number 4 on. */
export function pdfOf(catalog = '', objects: (string | Buffer)[] = []): Buffer {
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    ...objects,
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let at = 9
  for (const [n, object] of all.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${n + 1} 0 obj\n`),
      typeof object === 'string' ? Buffer.from(object, 'latin1') : object,
      Buffer.from('\nendobj\n'),
    ])
    offsets.push(at)
    at += part.length
    parts.push(part)
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${all.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** A deflated stream with this in its dictionary. */
export function streamOf(dictionary: string, content: string | Buffer, packed = deflateSync(content)): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

/** The PDF that runs `script` when it is opened. */
export const pdfThatRuns = (script: string) => pdfOf('/OpenAction 4 0 R', [`<< /S /JavaScript /JS (${script}) >>`])
