import { randomBytes } from 'node:crypto'

const processPart = randomBytes(5).toString('hex')
let counter = randomBytes(2).readUInt16BE()

/**
 * A new `_id`: 24 lower-case hex digits that sort by time of creation, and within a second by order of creation here.
 */
export function newId(at = new Date()): string {
  counter = (counter + 1) % 0x1000000
  const seconds = Math.floor(at.getTime() / 1000)
  return seconds.toString(16).padStart(8, '0') + processPart + counter.toString(16).padStart(6, '0')
}
