export type Message = { clientId: string; seq: number; message: string }
export type Stored = Message & { partyId: string }
/** The messages that a person's screen shows, by `seq`, and those it got twice or with other content than before. */
export type Screen = { partyId: string; shown: ReadonlyMap<number, Message>; wrong: readonly string[] }
export type Verdict = { lost: number; doubled: number; reordered: number; examples: string[] }

/**
 * Compares what is stored with what was sent, and every screen with what is stored. The number at the end of a text
 * says which message of the person it is.
 */
export function judge(stored: readonly Stored[], screens: readonly Screen[], sent: number): Verdict {
  const verdict: Verdict = { lost: 0, doubled: 0, reordered: 0, examples: [] }
  const find = (kind: 'lost' | 'doubled' | 'reordered', count: number, example: string) => {
    if (count === 0) return
    verdict[kind] += count
    if (verdict.examples.length < 20) verdict.examples.push(example)
  }
  const ids = new Set(stored.map(({ clientId }) => clientId))
  find('lost', Math.max(0, sent - ids.size), `${sent} were sent, ${ids.size} are stored`)
  find('doubled', stored.length - ids.size, `${stored.length} rows for ${ids.size} messages`)

  const byParty = new Map<string, Stored[]>()
  for (const row of stored) byParty.set(row.partyId, [...(byParty.get(row.partyId) ?? []), row])
  for (const [party, rows] of byParty)
    for (const [at, { seq, message }] of rows.entries())
      if (Number(/\d+$/.exec(message)?.[0]) !== at || seq !== at + 1)
        find('reordered', 1, `${party}: "${message}" has seq ${seq} at place ${at + 1}`)

  for (const { partyId, shown, wrong } of screens) {
    for (const line of wrong) find('doubled', 1, line)
    const wanted = byParty.get(partyId) ?? []
    const found = new Set([...shown.values()].map(({ clientId }) => clientId))
    const lost = wanted.filter(({ clientId }) => !found.has(clientId))
    const moved = wanted.filter(({ seq, clientId }) => found.has(clientId) && shown.get(seq)?.clientId !== clientId)
    find('lost', lost.length, `a screen of ${partyId} lacks ${lost.length} of ${wanted.length}`)
    find('doubled', shown.size - found.size, `a screen of ${partyId} shows one twice`)
    find('reordered', moved.length, `a screen of ${partyId} shows another order`)
  }
  return verdict
}
