import type { Booking, BookingStatus, DriverRide, ReceiveMessage, RegisterPerson } from '@interline/shared/contract'
import { enter, type Person } from './person.ts'
import { fileDocuments, review } from './reviews.ts'
import { chance, name, pick, type Act, type Stage } from './stage.ts'
import { answers, cars, firstNames, lastNames, notes, openings, replies, routes } from './words.ts'

const mostOfEach = 8

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Somebody new, or with the phone of another one. */
async function signUp(stage: Stage, role: 'driver' | 'user', phone?: string): Promise<Person> {
  const full_name = `${pick(firstNames)} ${pick(lastNames)}`
  const anybody = {
    full_name,
    email: `${full_name.toLowerCase().replace(' ', '.')}.${Date.now().toString(36)}${Math.floor(Math.random() * 1000)}@mail.example`,
    phone: phone ?? `+1 (555) 555-01${String(Math.floor(Math.random() * 100)).padStart(2, '0')}`,
    password: `simulated-${Math.random().toString(36).slice(2)}`,
    platform: chance(0.5) ? ('android' as const) : ('ios' as const),
  }
  const who: RegisterPerson =
    role === 'driver' ? { ...anybody, role, car_name: pick(cars) ?? 'Toyota Corolla 2020' } : { ...anybody, role }
  const person = await enter(
    stage.apiUrl,
    who,
    (self, message) => void answerSupport(stage, self, message).catch((error: unknown) => stage.log(String(error))),
  )
  stage.log(`${full_name} registers as a ${role}.`)
  return person
}

const registerDriver: Act = async (stage) => {
  if (stage.drivers.length >= mostOfEach) return false
  stage.drivers.push(await signUp(stage, 'driver'))
  return true
}

/** One who was rejected, or wants two accounts: the queue warns of it. */
const registerWithSamePhone: Act = async (stage) => {
  const other = pick(stage.drivers)
  if (!other?.profile.phone || stage.drivers.length >= mostOfEach) return false
  stage.drivers.push(await signUp(stage, 'driver', other.profile.phone))
  stage.log(`It is the phone of ${name(other)}.`)
  return true
}

const registerUser: Act = async (stage) => {
  if (stage.users.length >= mostOfEach) return false
  stage.users.push(await signUp(stage, 'user'))
  return true
}

const requestReverification: Act = async ({ drivers, log }) => {
  const driver = pick(drivers)
  if (!driver) return false
  await driver.post('/driver/request-re-verification')
  log(`${name(driver)} asks for re-verification.`)
  return true
}

const publishRide: Act = async ({ drivers, log }) => {
  const [driver, route] = [pick(drivers), pick(routes)]
  if (!driver || !route) return false
  const hour = 6 + Math.floor(Math.random() * 14)
  const ride_time = `${String(hour % 12 || 12).padStart(2, '0')}:${pick(['00', '15', '30', '45'])} ${hour < 12 ? 'AM' : 'PM'}`
  await driver.post('/driver/rides', {
    source: { address: route.from },
    destination: { address: route.to },
    ride_time,
    amount: route.dollars,
    passenger_capacity: 1 + Math.floor(Math.random() * 4),
  })
  log(`${name(driver)} offers a ride from ${route.from} to ${route.to} at ${ride_time} for ${route.dollars} $.`)
  return true
}

const bookRide: Act = async ({ drivers, users, log }) => {
  const user = pick(users)
  if (!user) return false
  const ours = new Set(drivers.map(({ profile }) => profile._id))
  const ride = pick(
    (await user.read<DriverRide[]>('/user/open-rides')).filter(({ driver }) => driver && ours.has(driver._id)),
  )
  if (!ride) return false
  await user.post('/user/bookings', { ride_id: ride._id })
  log(`${name(user)} books ${ride.driver?.full_name}'s ride to ${ride.destination.address}.`)
  return true
}

const nextStatus: Partial<Record<BookingStatus, () => BookingStatus>> = {
  Pending: () => (chance(0.85) ? 'Accepted' : 'Rejected'),
  Accepted: () => 'Started',
  Started: () => 'Completed',
}

const driveOn: Act = async ({ drivers, log }) => {
  const driver = pick(drivers)
  const booking =
    driver && pick((await driver.read<Booking[]>('/user/bookings')).filter(({ status }) => nextStatus[status]))
  const status = booking && nextStatus[booking.status]?.()
  if (!status) return false
  await driver.post('/user/bookings/status', { _id: booking._id, status })
  log(`${name(driver)} sets ${booking.user?.full_name}'s ride to ${status}.`)
  return true
}

const cancelBooking: Act = async ({ users, log }) => {
  const user = pick(users)
  const booking =
    user &&
    pick(
      (await user.read<Booking[]>('/user/bookings')).filter(
        ({ status }) => status === 'Pending' || status === 'Accepted',
      ),
    )
  if (!booking || chance(0.6)) return false
  await user.post('/user/bookings/status', { _id: booking._id, status: 'Canceled' })
  log(`${name(user)} cancels the ride with ${booking.driver?.full_name}.`)
  return true
}

const writeToSupport: Act = async ({ drivers, users, log }) => {
  const [person, message] = [pick([...drivers, ...users]), pick(openings)]
  if (!person || !message) return false
  await person.write(message)
  log(`${name(person)} writes: ${message}`)
  return true
}

const writeAsSupport: Act = async ({ administrator, drivers, users, log }) => {
  const [person, message] = [pick([...drivers, ...users]), pick(answers)]
  if (!administrator || !person || !message) return false
  await administrator.post('/admin/messages', { receiver_id: person.profile._id, message })
  log(`${administrator.full_name} writes to ${name(person)}: ${message}`)
  return true
}

const leaveNote: Act = async ({ administrator, drivers, users, log }) => {
  const [person, text] = [pick([...drivers, ...users]), pick(notes)]
  if (!administrator || !person || !text) return false
  const { _id: target_id, role: resource = 'user' } = person.profile
  await administrator.post('/admin/notes', { resource, target_id, text })
  log(`${administrator.full_name} leaves a note on ${name(person)}: ${text}`)
  return true
}

async function answerSupport({ log }: Stage, person: Person, message: ReceiveMessage) {
  await pause(800 + Math.random() * 1500)
  await person.post('/user/chats/mark-seen', { sender_id: message.senderId, receiver_id: person.profile._id })
  log(`${name(person)} reads: ${message.message}`)
  await pause(1500 + Math.random() * 3000)
  // A driver whose documents were rejected hands in again.
  if (message.message.includes('ask to be verified again')) {
    await person.post('/driver/request-re-verification')
    log(`${name(person)} hands in again.`)
    return
  }
  const reply = pick(replies) ?? 'Thanks!'
  await person.write(reply)
  log(`${name(person)} answers: ${reply}`)
}

/** The acts that come first, so that there is somebody to act. */
export const opening: readonly Act[] = [
  registerDriver,
  registerUser,
  publishRide,
  bookRide,
  writeToSupport,
  leaveNote,
  registerWithSamePhone,
  requestReverification,
  fileDocuments,
  review,
]

/** The acts that may happen next; an entry that is listed more often happens more often. */
export const repertoire: readonly Act[] = [
  registerDriver,
  registerUser,
  requestReverification,
  publishRide,
  publishRide,
  bookRide,
  bookRide,
  bookRide,
  driveOn,
  driveOn,
  driveOn,
  driveOn,
  cancelBooking,
  writeToSupport,
  writeToSupport,
  writeAsSupport,
  leaveNote,
  registerWithSamePhone,
  fileDocuments,
  fileDocuments,
  review,
  review,
]
