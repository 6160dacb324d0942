export type Stored = { partyId: string; seq: number; clientId: string; message: string }
/** What each screen shows, as `seq clientId` in its order: of those who write, and of their further screens. */
export type Screens = { writers: string[][]; readers: string[][]; wrong: string[]; connects: number; resent: number }
export type Verdict = { lost: number; doubled: number; reordered: number; examples: string[] }

/**
 * Compares what is stored with what was sent, and every screen with what is stored. `parties` of each group as its
 * screens go through them.
 */
export function judge(parties: string[][], stored: Stored[], screens: Screens[], sent: number): Verdict {
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
  for (const [party, rows] of byParty) {
    rows.forEach(({ seq, message }, at) => {
      const index = Number(/(\d+)$/.exec(message)?.[1])
      find(
        'reordered',
        index === at && seq === at + 1 ? 0 : 1,
        `${party}: "${message}" has seq ${seq} at place ${at + 1}`,
      )
    })
  }
  screens.forEach((group, which) => {
    const people = parties[which] ?? []
    for (const line of group.wrong) find('doubled', 1, line)
    for (const [kind, lists] of [
      ['writer', group.writers],
      ['reader', group.readers],
    ] as const) {
      lists.forEach((shown, at) => {
        const party = people[at % people.length] ?? ''
        const wanted = (byParty.get(party) ?? []).map(({ seq, clientId }) => `${seq} ${clientId}`)
        const there = new Set(shown)
        find(
          'lost',
          wanted.filter((one) => !there.has(one)).length,
          `${kind} ${at} of ${party} shows ${shown.length} of ${wanted.length}`,
        )
        find(
          'doubled',
          shown.length - new Set(shown.map((one) => one.split(' ')[1])).size,
          `${kind} ${at} of ${party} shows one twice`,
        )
        find(
          'reordered',
          shown.length === wanted.length && shown.some((one, position) => one !== wanted[position]) ? 1 : 0,
          `${kind} ${at} of ${party} shows another order`,
        )
      })
    }
  })
  return verdict
}
