import { crc32, deflateSync } from 'node:zlib'

export function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG that says it has this many pixels; it holds one. */
export function pngOf(width = 1, height = 1, more: Buffer[] = []): Buffer {
  const size = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', size),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.from([0, 1, 2, 3]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The segments of a JPEG that says it has this many pixels. */
export function jpegOf(width = 1, height = 1, more: Buffer = Buffer.alloc(0)): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    more,
    frame,
    Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
  ])
}

/** A lossless WebP that says it has this many pixels. */
export function webpOf(width = 1, height = 1, more: Buffer = Buffer.alloc(0)): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(type, 'latin1'), length, content, Buffer.alloc(content.length % 2)])
  }
  const size = Buffer.from([0x2f, 0, 0, 0, 0, 7])
  size.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1)
  const chunks = Buffer.concat([Buffer.from('WEBP', 'latin1'), chunk('VP8L', size), more])
  return chunk('RIFF', chunks)
}
