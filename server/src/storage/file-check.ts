import { fileTypeFromBuffer } from 'file-type'

export type StoredType = 'jpg' | 'png' | 'pdf' | 'doc' | 'docx'

const wordStream = Buffer.from('WordDocument', 'utf16le')

/** The type of a file by its content, whatever its name; undefined for types that are not allowed (SPEC §5). */
export async function typeOfContent(content: Buffer): Promise<StoredType | undefined> {
  const found = await fileTypeFromBuffer(content).catch(() => undefined)
  switch (found?.ext) {
    case 'jpg':
    case 'png':
    case 'pdf':
    case 'docx':
      return found.ext
    case 'cfb':
      // The container of all old Office documents: a Word one has this stream in its directory.
      return content.includes(wordStream) ? 'doc' : undefined
    default:
      return undefined
  }
}
