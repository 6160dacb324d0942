import { checkDoc } from './compound-file.ts'
import { checkDocx } from './docx.ts'
import { checkPdf } from './pdf.ts'
import { checkJpeg, checkPng } from './picture.ts'
import { RefusedDocumentError } from './refused-document.ts'

export type StoredType = 'jpg' | 'png' | 'pdf' | 'doc' | 'docx'

const beginnings: readonly [StoredType, number[], check: (content: Buffer) => void | Promise<void>][] = [
  ['jpg', [0xff, 0xd8, 0xff], checkJpeg],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], checkPng],
  ['doc', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], checkDoc],
  ['docx', [0x50, 0x4b, 0x03, 0x04], checkDocx],
]

/**
 * The type of a document by its content, whatever its name (SPEC §5). Throws a `RefusedDocumentError` for another type,
 * and for one that is damaged, too large to be shown, or more than a document to read.
 */
export async function checkDocument(content: Buffer): Promise<StoredType> {
  for (const [type, bytes, check] of beginnings) {
    if (!content.subarray(0, bytes.length).equals(Buffer.from(bytes))) continue
    await check(content)
    return type
  }
  // Viewers look for it in the first bytes of a file: scanners and mail leave some before it.
  if (content.subarray(0, 1024).includes('%PDF-')) {
    await checkPdf(content)
    return 'pdf'
  }
  throw new RefusedDocumentError('must be a jpg, png, pdf, doc or docx file')
}
