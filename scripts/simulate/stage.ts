import type { Administrator, Person } from './person.ts'

/** The people of the simulation, and where it is logged. */
export type Stage = {
  apiUrl: string
  drivers: Person[]
  users: Person[]
  administrator: Administrator | undefined
  log: (line: string) => void
}

/** One thing that somebody does; false when there was nothing to do. */
export type Act = (stage: Stage) => Promise<boolean>

export const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)]
export const chance = (probability: number) => Math.random() < probability
export const name = ({ profile }: Person) => profile.full_name
