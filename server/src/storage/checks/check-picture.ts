import { checkJpeg, checkPng, checkWebp } from './picture.ts'
import { RefusedDocumentError } from './refused-document.ts'

export type PictureType = 'jpg' | 'png' | 'webp'

const isWebp = (content: Buffer) =>
  content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'

/** The type of a picture of a person by its content. Throws a `RefusedDocumentError` for what none is. */
export function checkPicture(content: Buffer): PictureType {
  if (content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) {
    checkJpeg(content)
    return 'jpg'
  }
  if (content.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) {
    checkPng(content)
    return 'png'
  }
  if (isWebp(content)) {
    checkWebp(content)
    return 'webp'
  }
  throw new RefusedDocumentError('must be a PNG, JPEG or WebP picture')
}
