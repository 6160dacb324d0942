const words =
  'The driver waits at the corner of the main street until half past nine, please tell me when you come'.split(' ')
const minute = 60_000

/** A history of SPEC §7 with so many messages of 1 to 60 words, some with a link, the newest a minute old. */
export const longHistory = (count: number, me: string, party: string) =>
  Array.from({ length: count }, (_, at) => ({
    _id: `message-${at}`,
    sender_id: at % 3 === 0 ? me : party,
    message: `${Array.from({ length: 1 + ((at * 7919) % 60) }, (_, word) => words[(at + word) % words.length]).join(' ')}${at % 40 === 0 ? ` https://example.com/${at}` : ''} (${at + 1})`,
    createdAt: new Date(Date.now() - (count - at) * minute).toISOString(),
    seq: at + 1,
  }))
