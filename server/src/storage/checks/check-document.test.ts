import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawPdf } from '../../demo/drawing/pdf.ts'
import { drawCard } from '../../demo/drawing/png.ts'
import { compoundFile, wordFile } from '../../testing/documents/compound-file.ts'
import { pdfOf, pdfThatRuns, streamOf } from '../../testing/documents/pdf.ts'
import { jpegOf, pngChunk, pngOf } from '../../testing/documents/picture.ts'
import { docxEntries, relation, zipOf, type ZipEntry } from '../../testing/documents/zip.ts'
import { checkDocument } from './check-document.ts'
import { RefusedDocumentError } from './refused-document.ts'

const docx = (more: ZipEntry[] = [], main?: string) => zipOf(docxEntries(more, main))
const external = ' TargetMode="External"'
const relations = (kind: string, target: string, more = '') =>
  docx([{ name: 'word/_rels/document.xml.rels', content: relation(kind, target, more) }])
const objects = (text: string) => streamOf('/Type /ObjStm /N 1 /First 4', `5 0 ${text}`)
const link = '<< /S /URI /URI (https://example.com) >>'
const goTo = '<< /S /GoTo /D [3 0 R /Fit] >>'
/** An object stream of these objects. */
function packedIn(...all: [number: number, object: string][]) {
  const offsets = all.map((_, n) => all.slice(0, n).reduce((sum, [, object]) => sum + object.length + 1, 0))
  const header = `${all.map(([number], n) => `${number} ${offsets[n]}`).join(' ')} `
  const dictionary = `/Type /ObjStm /N ${all.length} /First ${header.length}`
  return streamOf(dictionary, header + all.map(([, object]) => object).join(' '))
}
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

const good: [what: string, type: string, content: Buffer][] = [
  ['a PNG', 'png', drawCard([1, 2, 3])],
  ['a PNG of 50 megapixels', 'png', pngOf(8192, 6400)],
  ['a JPEG', 'jpg', jpegOf(8160, 6120)],
  ['a PDF of the demo', 'pdf', drawPdf('Title', 'Issuer', [0, 0, 0], [['A', 'b']])],
  ['a PDF that opens at a page', 'pdf', pdfOf('/OpenAction [3 0 R /Fit]')],
  ['a PDF with object streams', 'pdf', pdfOf('', [objects('<< /Type /Font /BaseFont /JSMath >>')])],
  ['a PDF with a link', 'pdf', pdfOf('', ['<< /S /URI /URI (https://example.com) >>'])],
  ['a PDF behind what a scanner wrote', 'pdf', Buffer.concat([Buffer.from('\uFEFF\r\nScan 12\r\n'), pdfOf()])],
  ['a PDF with 100,000 zeros behind it', 'pdf', Buffer.concat([pdfOf(), Buffer.alloc(100_000)])],
  ['a PDF with links that opens at a page', 'pdf', pdfOf('/OpenAction 5 0 R', [link, goTo])],
  [
    'a PDF with links that opens at a page, in an object stream',
    'pdf',
    pdfOf('/OpenAction 12 0 R', [packedIn([11, link], [12, goTo])]),
  ],
  ['a PDF that may not be printed', 'pdf', pdfOf('/Encrypt 9 0 R')],
  ['a PDF with a picture', 'pdf', pdfOf('', [streamOf('/Subtype /Image', Buffer.alloc(3_000_000, 7))])],
  ['a Word document', 'docx', docx()],
  ['a Word document with a link', 'docx', relations('hyperlink', 'https://example.com', external)],
  [
    'a Word document with a chart, and the numbers of that',
    'docx',
    docx([
      { name: 'word/charts/_rels/chart1.xml.rels', content: relation('package', '../embeddings/Sheet1.xlsx', '') },
    ]),
  ],
  ['an old Word document', 'doc', wordFile()],
  [
    'an old Word document with a table of Excel inside',
    'doc',
    wordFile([{ name: 'ObjectPool', kind: 'storage', inside: [{ name: 'Workbook', kind: 'stream' }] }]),
  ],
]

it.each(good)('takes %s', async (_what, type, content) => {
  expect(await checkDocument(content)).toBe(type)
})

/** With one bit changed, counted from the end. */
function changedAt(content: Buffer, at: number): Buffer {
  const changed = Buffer.from(content)
  changed[content.length + at] = (changed[content.length + at] ?? 0) ^ 1
  return changed
}

const own = 'opens more than its own pages'
const another = 'opens another file'
const objectsOfOthers = 'objects of other programs'
const runs = 'runs script when it is opened'
const packed = 'so that nobody can check it'
const cut = 'is cut off or damaged'

it.each<[what: string, content: Buffer, why: string]>([
  ['a page', Buffer.from('<!doctype html><html></html>'), 'must be a jpg'],
  ['a program', Buffer.from('MZ\x90\0\x03'), 'must be a jpg'],
  ['nothing', Buffer.alloc(0), 'must be a jpg'],
  // Pictures
  ['a PNG of 900 megapixels', pngOf(30_000, 30_000), '30000 × 30000 pixels'],
  ['a JPEG of 900 megapixels', jpegOf(30_000, 30_000), '30000 × 30000 pixels'],
  ['a PNG without pixels', pngOf(0, 5), cut],
  ['half a PNG', pngOf().subarray(0, -13), cut],
  ['half a JPEG', jpegOf().subarray(0, -2), cut],
  ['a page behind the first bytes of a PNG', Buffer.from('\x89PNG\r\n\x1a\n<html><script>1</script>', 'latin1'), cut],
  ['a page behind the first bytes of a JPEG', Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1'), cut],
  ['a PNG with a page behind its end', Buffer.concat([pngOf(), Buffer.from('<html>')]), 'behind the end'],
  ['a PNG with a checksum that is wrong', changedAt(pngOf(), -13), cut],
  ['a PNG whose pixels changed', changedAt(pngOf(), -20), cut],
  ['a JPEG with a page behind its end', Buffer.concat([jpegOf(), Buffer.from('<html><b>')]), 'holds a web page'],
  ['a PNG with script in its text', pngOf(1, 1, [pngChunk('tEXt', Buffer.from('a\0<script >x'))]), 'holds a web page'],
  // PDF
  ['a PDF with script', pdfThatRuns('app.alert(1)'), runs],
  ['… in another writing', pdfOf('/OpenAction<</S/J#61va#53cript/#4a#53(x)>>'), runs],
  ['… of a page that closes', pdfOf('', ['<< /AA << /C << /S /JavaScript /JS 5 0 R >> >> >>']), runs],
  ['… by a rendition', pdfOf('', ['<< /S /Rendition /OP 0 /JS (x) >>']), runs],
  ['… by its short name alone', pdfOf('/AA << /WC << /JS (x) >> >>'), runs],
  ['… in an object stream', pdfOf('', [objects('<< /S /JavaScript /JS (x) >>')]), runs],
  ['… in one that is not called so', pdfOf('', [streamOf('', '5 0 << /JS (x) >>')]), runs],
  ['… in one behind a comment', pdfOf('', [streamOf('/Type /#4fbjStm', '%x\n 5 %y\r 0 << /JS (x) >>')]), runs],
  ['… inside of the data of another stream', pdfOf('', ['<< >>\nstream\n9 0 obj <</S/JavaScript>>\nendstream']), runs],
  ['a PDF that starts a program', pdfOf('/OpenAction << /S /Launch /F (cmd.exe) >>'), 'starts a program'],
  ['a PDF with files', pdfOf('/Names << /EmbeddedFiles 4 0 R >>'), 'holds other files'],
  ['a PDF with a form of XFA', pdfOf('/AcroForm << /XFA [(a) 4 0 R] >>'), 'holds a form'],
  ['a PDF that opens an address', pdfOf(`/OpenAction ${link}`), own],
  ['… by a reference', pdfOf('/OpenAction 4 0 R', [link]), own],
  ['… by one with a comment', pdfOf('/Open#41ction %x\n 4 %y\n 0 R', [link]), own],
  ['… by one into an object stream', pdfOf('/OpenAction 12 0 R', [packedIn([11, goTo], [12, link])]), own],
  ['… from an object stream', pdfOf('', [packedIn([10, '<< /OpenAction 5 0 R >>']), link]), own],
  ['… after a page', pdfOf('/OpenAction 4 0 R', ['<< /S /GoTo /D [3 0 R /Fit] /Next 5 0 R >>', link]), own],
  ['… behind a text', pdfOf('/OpenAction << /S /GoTo /D (>>) /Next << /S /URI /URI (x) >> >>'), own],
  [
    '… behind a text that looks like an object',
    pdfOf('/OpenAction 4 0 R', ['<< /X (9 0 obj) /S /URI /URI (x) >>']),
    own,
  ],
  ['… by an object that is not there', pdfOf('/OpenAction 44 0 R'), own],
  ['… with a page', pdfOf('/AA << /O << /S /URI /URI (https://example.com) >> >>'), 'does something by itself'],
  [
    'a PDF that opens a path of a network',
    pdfOf('/OpenAction << /S /GoToR /F (\\\\\\\\host\\\\x) /D [0 /Fit] >>'),
    another,
  ],
  ['… of a page', pdfOf('', ['<< /A << /S /Go#54oR /F <5C5C686F7374> >> >>']), another],
  ['… by a stream that is elsewhere', pdfOf('', ['<< /F (\\\\\\\\host\\\\x) /Length 0 >>']), another],
  ['a PDF that sends data', pdfOf('', ['<< /S /SubmitForm /F (http://x) >>']), 'sends data'],
  [
    'objects packed in another way',
    pdfOf('', ['<< /Type /ObjStm /Filter [/AHx /Fl] >>\nstream\n78>\nendstream']),
    packed,
  ],
  ['objects that are encrypted', pdfOf('/Encrypt 9 0 R', [objects('<< >>')]), packed],
  ['objects that do not inflate', pdfOf('', [streamOf('/Type /ObjStm', '', Buffer.from('nothing'))]), packed],
  ['objects that inflate to 200 MB', pdfOf('', [objects(' '.repeat(200_000_000))]), packed],
  ['30,000 streams', pdfOf('', ['stream\nx'.repeat(30_000)]), packed],
  ['half a PDF', pdfOf().subarray(0, -8), cut],
  // Old Office files
  ['an old Excel file', compoundFile([{ name: 'Workbook', kind: 'stream' }]), 'no Word document'],
  [
    'one that speaks of Word in its text',
    compoundFile([{ name: 'Workbook', kind: 'stream' }], Buffer.from('WordDocument', 'utf16le')),
    'no Word document',
  ],
  [
    'one with a Word document inside',
    compoundFile([{ name: 'MBD', kind: 'storage', inside: [{ name: 'WordDocument', kind: 'stream' }] }]),
    'no Word document',
  ],
  ['one that is both', wordFile([{ name: 'Book', kind: 'stream' }]), 'no Word document'],
  ['an old Word document with macros', wordFile([{ name: 'Macros', kind: 'storage' }]), 'holds macros'],
  ['half an old Word document', wordFile().subarray(0, 1100), cut],
  // Word documents
  ['another zip file', zipOf([{ name: 'a.txt', content: 'a' }]), 'no Word document'],
  ['an Excel file', docx([], 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'), 'no Word'],
  ['a document with macros', docx([{ name: 'word/vbaProject.bin', content: 'x' }]), 'holds macros'],
  ['a docm', docx([], 'application/vnd.ms-word.document.macroEnabled.main+xml'), 'holds macros'],
  ['a template from elsewhere', relations('attachedTemplate', 'http://x/t.dotm', external), 'attachedTemplate'],
  [
    '… in another writing',
    relations('attachedTemplate', 'http://x', ' TargetMode=" &#69;xternal"'),
    'attachedTemplate',
  ],
  ['… behind a bracket', relations('frame', '>//x/y', external), 'frame'],
  ['… in UTF-16', docx([{ name: 'x.rels', content: utf16(relation('frame', 'http://x', external)) }]), cut],
  [
    'a document with entities',
    docx([{ name: 'x.rels', content: '<!DOCTYPE a [<!ENTITY b "c">]><Relationships/>' }]),
    cut,
  ],
  ['a document with an object of OLE', relations('oleObject', 'embeddings/oleObject1.bin'), objectsOfOthers],
  ['a document with a sheet of Excel', relations('package', 'embeddings/Sheet1.xlsx'), objectsOfOthers],
  ['a document with a control of ActiveX', relations('control', 'activeX/activeX1.xml'), objectsOfOthers],
  ['a document with a part in another format', relations('aFChunk', 'afchunk.mht'), objectsOfOthers],
  ['200 MB in a small docx', docx([{ name: 'a.bin', content: Buffer.alloc(200_000_000) }]), 'unpacks to more'],
  ['… that says it is small', docx([{ name: 'a.bin', content: Buffer.alloc(200_000_000), says: 1000 }]), cut],
  [
    '60,000 files in a docx',
    docx(Array.from({ length: 60_000 }, (_, n) => ({ name: `f${n}`, content: '' }))),
    '60003 files',
  ],
  ['half a docx', docx().subarray(0, -30), cut],
])('refuses %s, and says why', async (_what, content, why) => {
  await expect(checkDocument(content)).rejects.toThrow(RefusedDocumentError)
  await expect(checkDocument(content)).rejects.toThrow(why)
})

it('refuses 200 MB that a docx of 200 KB unpacks to, without having them in memory', async () => {
  const content = docx([{ name: 'a.bin', content: Buffer.alloc(200_000_000), says: 60_000_000 }])
  const before = process.memoryUsage.rss()
  await expect(checkDocument(content)).rejects.toThrow(RefusedDocumentError)
  expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000)
})

const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31))

it('takes or refuses whatever is cut, changed or doubled in a document, and fails on none', async () => {
  process.stdout.write(`seed of the changed documents: ${seed}\n`)
  const answers = { taken: 0, refused: 0 }
  const changed = fc
    .tuple(
      fc.nat(good.length - 1),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.uint8Array({ maxLength: 12 }),
      fc.nat(2),
    )
    .map(([which, a, b, bytes, how]) => {
      const content = good[which]?.[2] ?? Buffer.alloc(0)
      const [from, to] = [Math.floor(Math.min(a, b) * content.length), Math.floor(Math.max(a, b) * content.length)]
      if (how === 0) return content.subarray(0, to)
      if (how === 1) return Buffer.concat([content.subarray(0, from), bytes, content.subarray(from + bytes.length)])
      return Buffer.concat([content.subarray(0, to), content.subarray(from)])
    })
  await fc.assert(
    fc.asyncProperty(changed, async (content) => {
      try {
        await checkDocument(content)
        answers.taken++
      } catch (error) {
        if (!(error instanceof RefusedDocumentError)) throw error
        answers.refused++
      }
    }),
    { seed, numRuns: process.env.TEST_LONG === '1' ? 5000 : 500 },
  )
  expect(answers.refused).toBeGreaterThan(50)
}, 120_000)
