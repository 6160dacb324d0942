import { crc32, deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]
type Box = { x: number; y: number; width: number; height: number; colour: Colour }

/** A PNG of boxes on a ground. */
function drawPng(width: number, height: number, ground: Colour, boxes: readonly Box[]): Buffer {
  const pixels = Buffer.alloc(height * (1 + width * 3))
  for (const { x, y, width: wide, height: high, colour } of [{ x: 0, y: 0, width, height, colour: ground }, ...boxes])
    for (let row = y; row < Math.min(height, y + high); row++) {
      const line = row * (1 + width * 3) + 1
      pixels.fill(Buffer.from(colour), line + x * 3, line + Math.min(width, x + wide) * 3)
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A card like an identity card seen from afar: a band, a portrait, lines where text would be. */
export function drawCard(band: Colour): Buffer {
  const ink: Colour = [92, 102, 117]
  const skin: Colour = [214, 186, 160]
  const line = (y: number, width: number): Box => ({ x: 210, y, width, height: 12, colour: ink })
  return drawPng(
    480,
    300,
    [240, 243, 247],
    [
      { x: 0, y: 0, width: 480, height: 56, colour: band },
      { x: 24, y: 18, width: 180, height: 20, colour: [255, 255, 255] },
      { x: 32, y: 86, width: 140, height: 176, colour: [205, 214, 224] },
      { x: 74, y: 110, width: 56, height: 66, colour: skin },
      { x: 52, y: 190, width: 100, height: 72, colour: band },
      line(96, 220),
      line(128, 160),
      line(160, 196),
      line(192, 120),
      line(236, 236),
    ],
  )
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
