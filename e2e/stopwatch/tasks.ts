import { expect, type Download, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { Hand, type Count } from './hand.ts'
import type { Person } from '../harness/backend/backend.ts'
import { driverNow, type Office, type Registered } from './office.ts'

/** The six tasks, as issue 22 has them. */
export const tasks = {
  verify: 'Look at the documents of ten waiting drivers; approve seven, reject three as expired',
  chats: 'Answer three chats: two with what is often answered, one with a sentence of its own',
  booking: 'Find a booking by its rider, and cancel it',
  cancellations: 'Export last week’s cancellations',
  undo: 'Find who changed a driver, and take it back',
  bulk: 'Cancel the 50 bookings of a driver who fell ill',
} as const
export type Task = keyof typeof tasks
export const taskNames = Object.keys(tasks) as Task[]

/**
 * How much of a peer's clicks and keys the product may need: half, but for two tasks. Each of those begins with five
 * letters of a name, which alone are half of what a peer needs in all; docs/stopwatch.md says more.
 */
export const mostOfPeer: Record<Task, number> = {
  verify: 0.5,
  chats: 0.5,
  booking: 1,
  cancellations: 0.5,
  undo: 0.5,
  bulk: 1.34,
}

/** Of each turn, one surname for each task that begins with a person: of five letters, and nobody else's. */
const surnames = {
  first: { rider: 'Quist', changed: 'Varga', ill: 'Nowak' },
  second: { rider: 'Quell', changed: 'Vasko', ill: 'Nagle' },
  third: { rider: 'Quade', changed: 'Vanek', ill: 'Norby' },
} as const
export type Turn = keyof typeof surnames

/** What is often answered: the canned replies of the demo, as they read once they are filled in. */
export const often = {
  licence: (name: string) => `Thank you, ${name}. Please send a photo of both sides of your licence, without a flash.`,
  verified: (name: string) => `Good news, ${name}: your documents are checked and your profile is verified.`,
}
export const ownAnswer = 'Yes, each seat has room for one suitcase.'

/** What `workOf` makes of a task. */
export type Work<Name extends Task> = Awaited<ReturnType<ReturnType<typeof workOf>[Name]>>

/** How somebody does each task, from the first screen after the sign-in; an export ends with its file. */
export type Hands = { [Name in Task]: (hand: Hand, made: Work<Name>) => Promise<unknown> }

type Turns = { hands: Hands; office: Office; turn: Turn; page: Page; home: string }

/** Makes the work of a task, does it, and fails when it is not done then. Returns what it took. */
export async function play<Name extends Task>(task: Name, { hands, office, turn, page, home }: Turns): Promise<Count> {
  const hand = new Hand(page)
  const make: () => Promise<object> = workOf(office, turn)[task]
  const made = (await make()) as Work<Name> & { isDone: (file: unknown) => Promise<void> }
  await page.goto(home)
  const file = await hands[task](hand, made)
  // A change can be under way still.
  await expect(() => made.isDone(file)).toPass({ timeout: 30_000 })
  return hand.count
}

/** Makes the work of each task, for one turn; `isDone` fails when it was not done. */
export function workOf(office: Office, turn: Turn) {
  const { owner, colleague, ask, register, handIn, book } = office
  const { rider, changed, ill } = surnames[turn]

  return {
    async verify() {
      await approveAll(office)
      const drivers: Registered[] = []
      for (let at = 0; at < 10; at += 1) {
        drivers.push(await register('driver', `Waiting ${'ABCDEFGHIJ'[at]}`, { car_name: 'Kia Soul' }))
      }
      for (const driver of drivers) await handIn(driver)
      const isRejected = (at: number) => at % 3 === 2
      return {
        drivers,
        isRejected,
        async isDone() {
          const decided = await ask<{ act: string; target: { _id: string }; after: { reason?: string } }[]>(
            'GET',
            '/admin/audit?resource=driver&page=1&page_size=200',
          )
          for (const [at, { _id }] of drivers.entries()) {
            expect((await driverNow(owner, _id))?.is_driver_profile_approved).toBe(!isRejected(at))
            const rejection = decided.find(({ act, target }) => act === 'reject' && target._id === _id)
            expect(rejection !== undefined).toBe(isRejected(at))
          }
          expect(await owner.rows('/admin/drivers?waiting=verification&page=1')).toEqual([])
        },
      }
    },

    async chats() {
      await answerAll(office)
      const chats: (Person & { question: string; answer: string })[] = []
      for (const [question, answer] of [
        ['What do you need of my licence?', often.licence],
        ['Are my documents checked by now?', often.verified],
        ['May I bring a suitcase?', () => ownAnswer],
      ] as const) {
        const person = await owner.person('driver')
        const theirs = await person.connect()
        theirs.send(owner.user._id, question)
        await expect.poll(async () => JSON.stringify(await ask('GET', unanswered))).toContain(person._id)
        theirs.close()
        chats.push({ ...person, question, answer: answer(person.full_name.split(' ')[0] ?? '') })
      }
      return {
        chats,
        async isDone() {
          for (const { _id, answer } of chats)
            expect((await ask<{ message: string }[]>('GET', `/user/chats/${_id}`)).at(-1)?.message).toBe(answer)
        },
      }
    },

    async booking() {
      const [driver, user] = [await register('driver', 'Lena Abel'), await register('user', `Ida ${rider}`)]
      const [booking = ''] = await book(driver, user, 1)
      return { search: rider.toLowerCase(), booking, isDone: () => areCanceled(office, [booking]) }
    },

    async cancellations() {
      const ofLastWeek = '/admin/user/rides?created=last-week&tz=America/Chicago'
      const bookings = await owner.rows(ofLastWeek)
      for (const { _id } of bookings.slice(0, 3)) await ask('POST', '/admin/ride/status', { _id, status: 'Canceled' })
      const wanted = (await owner.rows(`${ofLastWeek}&status=Canceled`)).map(({ _id }) => _id)
      return {
        async isDone(file: unknown) {
          const text = readFileSync(await (file as Download).path(), 'utf8')
          expect(wanted.length).toBeGreaterThanOrEqual(3)
          expect(text.trimEnd().split('\n')).toHaveLength(wanted.length + 1)
          for (const _id of wanted) expect(text).toContain(_id)
        },
      }
    },

    async undo() {
      const was = { car_name: 'Kia Soul', driving_licence_number: 'TX-40718' }
      const driver = await register('driver', `Otto ${changed}`, was)
      const form = new FormData()
      const wrong = { _id: driver._id, car_name: 'Ford Escape 2019', driving_licence_number: 'TX-99120' }
      for (const [field, value] of Object.entries(wrong)) form.append(field, value)
      await ask('POST', '/admin/edit-profile/driver', form, colleague.token)
      return {
        search: changed.toLowerCase(),
        driver,
        was,
        by: String(colleague.user.full_name),
        isDone: async () => expect(await driverNow(owner, driver._id)).toMatchObject(was),
      }
    },

    async bulk() {
      const [driver, user] = [await register('driver', `Jan ${ill}`), await register('user', 'Eva Stone')]
      const bookings = await book(driver, user, 50)
      return { search: ill.toLowerCase(), bookings, isDone: () => areCanceled(office, bookings) }
    },
  }
}

async function areCanceled({ owner }: Office, ids: string[]) {
  const rows = await owner.rows(`/admin/user/rides?page=1&page_size=200&ids=${ids.join(',')}`)
  expect(rows.map(({ _id, status }) => [_id, status]).sort()).toEqual(ids.map((_id) => [_id, 'Canceled']).sort())
}

const unanswered = '/user/chat-list?page=1&page_size=200&show=unanswered'

/** Nobody waits but those whom the task brings. */
async function approveAll({ owner, ask }: Office) {
  for (const { _id } of await owner.rows('/admin/drivers?waiting=verification&page=1&page_size=200'))
    await ask('POST', '/admin/verify-driver', { driver_id: _id, is_driver_profile_approved: true })
  for (const { _id } of await owner.rows('/admin/drivers?reverify_status=Pending&page=1&page_size=200'))
    await ask('POST', '/admin/re-verify-driver', { _id })
}

async function answerAll({ ask }: Office) {
  const waiting = await ask<{ party_id: string }[]>('GET', unanswered)
  for (const { party_id } of waiting)
    await ask('POST', '/admin/messages', { receiver_id: party_id, message: 'We look at it.' })
}
