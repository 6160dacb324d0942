import type { NotedResource } from '@interline/shared/contract'
import { demoId, momentBetween } from './moments.ts'
import type { Random } from './data/random.ts'

const texts: Record<NotedResource, readonly string[]> = {
  driver: [
    'Insurance runs out at the end of the month. A new one was promised for Monday.',
    'Called twice, nobody answers. Try again in the evening.',
    'Drives for two companies; the licence plate differs on weekends.',
  ],
  user: [
    'Prefers to be written to, not called.',
    'Had two refunds this year. Look at the bookings before the next one.',
  ],
  booking: [
    'The rider waited 40 minutes and asks for half of the amount.',
    'Both agreed by phone to meet at the station instead.',
  ],
}

type Noted = { _id: string; createdAt: Date }

/** All that colleagues left on some of the newest drivers, users and bookings, oldest first. */
export function demoNotes(random: Random, now: Date, noted: Record<NotedResource, Noted[]>, writers: string[]) {
  return (['driver', 'user', 'booking'] as const)
    .flatMap((resource) =>
      noted[resource].slice(-9).flatMap(({ _id, createdAt }, at) => {
        const text = texts[resource][at]
        if (text === undefined) return []
        const left = momentBetween(random, createdAt, now)
        const authorId = random.pick(writers)
        return [{ _id: demoId(random, left), resource, targetId: _id, authorId, text, createdAt: left }]
      }),
    )
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}
