type Sent = { key: string; at: number }

const sent = new Map<string, Sent>()
// A change that is sent again later than this is a new change.
const lost = 5 * 60_000

/**
 * The `Idempotency-Key` of something a person does: the same again for the same session, address and payload while no
 * answer to it has come, so that a change whose answer was lost is not made twice. Returns `settle`, to be called when
 * an answer came.
 */
export function keyOfAct(token: string | null, path: string, payload: object): { key: string; settle: () => void } {
  const act = JSON.stringify([
    token,
    path,
    payload instanceof FormData ? [...payload].map(([name, value]) => [name, toPlain(value)]) : payload,
  ])
  for (const [other, { at }] of sent) if (performance.now() - at > lost) sent.delete(other)
  const { key } = sent.get(act) ?? { key: randomId() }
  sent.set(act, { key, at: performance.now() })
  return { key, settle: () => void sent.delete(act) }
}

/** How long after its answer a broadcast of one's own change may still come. */
const broadcastWithin = 60_000
const ownChanges = new Map<string, Promise<boolean>>()

/** Remembers that this tab sent a change with this key; `made` says, once it is known, whether it was made. */
export function rememberOwnChange(key: string, made: Promise<boolean>): void {
  ownChanges.set(key, made)
  void made.then(() => setTimeout(() => ownChanges.delete(key), broadcastWithin))
}

/** Whether the change with this key was made; undefined when this tab sent no such change. */
export const ownChange = (key: string): Promise<boolean> | undefined => ownChanges.get(key)

const toPlain = (value: FormDataEntryValue) =>
  typeof value === 'string' ? value : [value.name, value.size, value.type, value.lastModified]

/** 128 random bits as hex. Not `randomUUID`: that one is missing where the page came over plain http. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
