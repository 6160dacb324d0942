import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** The parts in the order of their ports: the shell at PORT, then each remote at the next. */
export const parts = [
  { name: 'shell', folder: join(root, 'shell') },
  ...['drivers', 'users', 'rides', 'chat'].map((name) => ({ name, folder: join(root, `mfe-${name}`) })),
]
export type PartFolder = (typeof parts)[number]
