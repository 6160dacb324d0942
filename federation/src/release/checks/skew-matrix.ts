import {
  artifactFolder,
  type Descriptor,
  type Release,
  type RemoteDescriptor,
  type ShellDescriptor,
} from '../../schema/index.ts'
import { checkCompatibility } from './compatibility.ts'
import { otherPageFormat } from './page-format.ts'

/** A release to try: one build of the shell with one build of some remotes, none of them tried before. */
export type SkewRound = { shell: ShellDescriptor; remotes: RemoteDescriptor[] }

/** A build of a remote that no release could pin beside a build of the shell, and why. */
export type UnfitPair = { shell: ShellDescriptor; remote: RemoteDescriptor; reasons: string[] }

/**
 * {live shell, next shell} × {next, live, last known good of each remote}, each pair once, packed into as few releases
 * as can be: as a rule one for each build that a remote has. Remotes meet only the shell: what one does beside another
 * is the pin's own check.
 */
export function skewMatrix(live: Release | null, next: Release): { rounds: SkewRound[]; unfit: UnfitPair[] } {
  const shells = distinct([next.shell.descriptor, ...(live ? [live.shell.descriptor] : [])])
  const sources = [next.remotes, live?.remotes ?? {}, next.fallbacks, live?.fallbacks ?? {}]
  const remotes = distinct(sources.flatMap((pins) => Object.values(pins).map(({ descriptor }) => descriptor)))
  const found = shells.map((shell) => {
    const unfit = remotes
      .map((remote) => ({ shell, remote, reasons: reasonsAgainst({ shell, remotes: [remote] }) }))
      .filter(({ reasons }) => reasons.length > 0)
    const fit = remotes.filter((remote) => !unfit.some((pair) => pair.remote === remote))
    return { rounds: pack(shell, fit), unfit }
  })
  return { rounds: found.flatMap(({ rounds }) => rounds), unfit: found.flatMap(({ unfit }) => unfit) }
}

/** Each remote goes into the first round whose shell and remotes it is compatible with. */
function pack(shell: ShellDescriptor, remotes: RemoteDescriptor[]): SkewRound[] {
  const rounds: SkewRound[] = []
  for (const remote of remotes) {
    const room = rounds.find(
      (round) =>
        !round.remotes.some(({ name }) => name === remote.name) &&
        reasonsAgainst({ shell, remotes: [...round.remotes, remote] }).length === 0,
    )
    if (room) room.remotes.push(remote)
    else rounds.push({ shell, remotes: [remote] })
  }
  return rounds
}

function reasonsAgainst({ shell, remotes }: SkewRound): string[] {
  const url = 'http://skew.test/'
  const pins = Object.fromEntries(remotes.map((descriptor) => [descriptor.name, { url, descriptor }]))
  const trial = { shell: { url, descriptor: shell }, remotes: pins }
  const unfit = checkCompatibility(trial).filter(({ state }) => state === 'refused')
  return [...otherPageFormat(shell), ...unfit.map(({ reason }) => reason)]
}

const distinct = <Part extends Descriptor>(parts: Part[]): Part[] => {
  const nameOf = (one: Part) => `${one.name}@${artifactFolder(one)}`
  return parts.filter((part, at) => parts.findIndex((other) => nameOf(other) === nameOf(part)) === at)
}
