/** A label and its value, one line of the document. */
export type Line = readonly [label: string, value: string]

const escape = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[\\()]/g, '\\$&')

/**
 * A one-page PDF with a coloured band, a title and lines: small enough to make hundreds of, and any viewer opens it.
 */
export function drawPdf(
  title: string,
  issuer: string,
  colour: readonly [number, number, number],
  lines: readonly Line[],
): Buffer {
  const rows = lines.map(([label, value], n) => {
    const y = 640 - n * 46
    return `BT /F1 10 Tf 0.45 g 64 ${y} Td (${escape(label.toUpperCase())}) Tj ET BT /F2 15 Tf 0.1 g 64 ${y - 18} Td (${escape(value)}) Tj ET`
  })
  const page = [
    `${colour.join(' ')} rg 0 712 612 80 re f`,
    `BT /F2 24 Tf 1 g 64 752 Td (${escape(title)}) Tj ET`,
    `BT /F1 12 Tf 1 g 64 730 Td (${escape(issuer)}) Tj ET`,
    '0.8 G 64 668 484 0 re S',
    ...rows,
    'BT /F1 9 Tf 0.55 g 64 60 Td (Specimen made for the Interline demonstration. Not a valid document.) Tj ET',
  ].join('\n')
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title (${escape(title)}) /Producer (Interline demo) >>`,
  ])
}

function assemble(objects: string[]): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, n) => {
    const offset = text.length
    text += `${n + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
