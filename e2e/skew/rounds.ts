import { readFileSync } from 'node:fs'

export type SidebarEntry = { title: string; path: string }

/** The tests read this of a remote's descriptor. */
export type TriedRemote = {
  name: string
  title: string
  version: string
  build: string
  routes: string[]
  sidebar: SidebarEntry[]
  entry: { global: string }
  requires: { shared: Record<string, string> }
  /** Whether the policy of the installation lets it change the page. */
  reachesPage?: boolean
}

/** A scratch release that is served at `url`: the name of its shell, and the remotes to try in it. */
export type Round = { url: string; shell: string; remotes: TriedRemote[] }

/** `npm run skew` wrote this for the run: the rounds, and a session in the API that all of them use. */
export type Rounds = { session: { token: string; user: { _id: string; full_name?: string } }; rounds: Round[] }

export function readRounds(): Rounds {
  const file = process.env.INTERLINE_SKEW
  if (!file) throw new Error('these tests are run by: npm run skew')
  return JSON.parse(readFileSync(file, 'utf8')) as Rounds
}
