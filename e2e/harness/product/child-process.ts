import { execFileSync } from 'node:child_process'

/** The pid of the one process below `parent` whose command line ends so. */
export function childOf(parent: number, ending: string): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const found = lines
    .map((line) => line.trim().match(/^(\d+)\s+(\d+)\s+(.*)$/))
    .filter((match) => Number(match?.[2]) === parent && match?.[3]?.trimEnd().endsWith(ending))
  if (found.length !== 1) throw new Error(`${found.length} processes below ${parent} end with "${ending}"`)
  return Number(found[0]?.[1])
}
