type Sent = { key: string; at: number }

const sent = new Map<string, Sent>()
// What is pressed again later than this is meant anew.
const lost = 5 * 60_000

/**
 * The `Idempotency-Key` of something a person does: the same again for the same session, address and payload while no answer to it has come,
 * so that a change whose answer was lost is not made twice. Returns `settle`, to be called when an answer came.
 */
export function keyOfAct(token: string | null, path: string, payload: object): { key: string; settle: () => void } {
  const act = JSON.stringify([token, path, payload instanceof FormData ? [...payload].map(([name, value]) => [name, toPlain(value)]) : payload])
  for (const [other, { at }] of sent) if (Date.now() - at > lost) sent.delete(other)
  const { key } = sent.get(act) ?? { key: newKey() }
  sent.set(act, { key, at: Date.now() })
  return { key, settle: () => void sent.delete(act) }
}

const toPlain = (value: FormDataEntryValue) => (typeof value === 'string' ? value : [value.name, value.size, value.type, value.lastModified])

// crypto.randomUUID is there on https and localhost only.
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
