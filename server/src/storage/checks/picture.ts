import { crc32 } from 'node:zlib'
import { cutOff, RefusedDocumentError } from './refused-document.ts'

/** The size that cameras call 50 megapixels. Each pixel is four bytes where a picture is shown. */
const mostPixels = 50 * 1024 * 1024

const markup = /<(?:!doctype\s+html|html|script|svg)[\s>]/i

function checkSize(width: number, height: number) {
  if (width === 0 || height === 0) cutOff()
  if (width * height > mostPixels)
    throw new RefusedDocumentError(`has ${width} × ${height} pixels, more than 50 megapixels`)
}

function refuseMarkup(content: Buffer) {
  if (markup.test(content.toString('latin1'))) throw new RefusedDocumentError('holds a web page inside of a picture')
}

/**
 * Throws a `RefusedDocumentError` unless these are the whole chunks of one PNG, each as its checksum says, of a size
 * that can be shown.
 */
export function checkPng(content: Buffer): void {
  let at = 8
  let hasPixels = false
  for (;;) {
    if (at + 12 > content.length) cutOff()
    const end = at + 12 + content.readUInt32BE(at)
    const type = content.toString('latin1', at + 4, at + 8)
    if (end > content.length || (at === 8) !== (type === 'IHDR')) cutOff()
    if (crc32(content.subarray(at + 4, end - 4)) !== content.readUInt32BE(end - 4)) cutOff()
    if (type === 'IHDR') {
      if (end !== 33) cutOff()
      checkSize(content.readUInt32BE(16), content.readUInt32BE(20))
    }
    if (type === 'IDAT') hasPixels = true
    at = end
    if (type === 'IEND') break
  }
  if (!hasPixels) cutOff()
  if (at !== content.length) throw new RefusedDocumentError('has something behind the end of its picture')
  refuseMarkup(content)
}

const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Throws a `RefusedDocumentError` unless these are the segments of a JPEG to its end, of a size that can be shown. */
export function checkJpeg(content: Buffer): void {
  let at = 2
  let hasSize = false
  let hasPixels = false
  for (;;) {
    if (content[at] !== 0xff) cutOff()
    while (content[at] === 0xff) at++
    const marker = content[at++] ?? cutOff()
    if (marker === 0xd9) break
    if (standsAlone(marker)) continue
    if (at + 2 > content.length) cutOff()
    const length = content.readUInt16BE(at)
    if (length < 2 || at + length > content.length) cutOff()
    if (isFrame(marker)) {
      if (length < 8) cutOff()
      checkSize(content.readUInt16BE(at + 5), content.readUInt16BE(at + 3))
      hasSize = true
    }
    at += length
    if (marker === 0xda) {
      hasPixels = true
      at = endOfPixels(content, at)
    }
  }
  if (!hasSize || !hasPixels) cutOff()
  refuseMarkup(content)
}

/** Where the next marker is: in pixels 0xff stands before 0x00 or a restart. */
function endOfPixels(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at >= 0; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1] ?? cutOff()
    if (next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return cutOff()
}

/** Throws a `RefusedDocumentError` unless these are the whole chunks of one WebP, of a size that can be shown. */
function checkWebp(content: Buffer): void {
  if (content.length < 20) cutOff()
  const end = 8 + content.readUInt32LE(4)
  if (end > content.length) cutOff()
  if (end < content.length) throw new RefusedDocumentError('has something behind the end of its picture')
  let hasPixels = false
  for (let at = 12; at < end;) {
    if (at + 8 > end) cutOff()
    const type = content.toString('latin1', at, at + 4)
    const length = content.readUInt32LE(at + 4)
    const data = at + 8
    if (data + length > end) cutOff()
    if (type === 'VP8 ' && length >= 10) {
      checkSize(content.readUInt16LE(data + 6) & 0x3fff, content.readUInt16LE(data + 8) & 0x3fff)
      hasPixels = true
    }
    if (type === 'VP8L' && length >= 5) {
      const bits = content.readUInt32LE(data + 1)
      checkSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
      hasPixels = true
    }
    if (type === 'VP8X') {
      if (length < 10) cutOff()
      checkSize(content.readUIntLE(data + 4, 3) + 1, content.readUIntLE(data + 7, 3) + 1)
    }
    if (type === 'ANMF') hasPixels = true
    // A chunk of an odd length is followed by one byte that says nothing.
    at = data + length + (length % 2)
  }
  if (!hasPixels) cutOff()
  refuseMarkup(content)
}

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
