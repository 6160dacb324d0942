import type { RecordSearch, Search } from '@interline/shared/contract'
import { formatDate } from '@interline/shared/time'
import { chatWith, recordAddress } from '@interline/shared/ui'
import { matchingFirst, type Option } from './option.ts'
import { t } from './texts.ts'

type Person = NonNullable<RecordSearch['users']>[number] & { driving_licence_number?: string | null }

/** The records that were found, as options to open: drivers, users, bookings. */
export function recordOptions(
  { drivers = [], users = [], bookings = [] }: RecordSearch,
  search: Search,
  timeZone: string,
): Option[] {
  const personOption = (kind: 'drivers' | 'users') => (person: Person) => ({
    ...{ id: `${kind} ${person._id}`, kind, icon: kind, title: person.full_name },
    details: matchingFirst([person.phone, person.email, person.driving_licence_number], search),
    to: recordAddress(kind === 'drivers' ? 'driver' : 'user', person._id),
  })
  const isId = (_id: string) => search.words.length === 1 && search.words[0] === _id.toLowerCase()
  return [
    ...drivers.map(personOption('drivers')),
    ...users.map(personOption('users')),
    ...bookings.map(({ _id, user, driver, ride, createdAt, status }): Option => {
      const route = t('route', { source: ride?.source.address ?? '', destination: ride?.destination.address ?? '' })
      const driven = driver && t('drivenBy', { name: driver.full_name })
      return {
        ...{ id: `bookings ${_id}`, kind: 'bookings', icon: 'user-rides', title: user?.full_name ?? _id, status },
        details: [
          ...(isId(_id) ? [_id] : []),
          formatDate(createdAt, timeZone),
          ...matchingFirst([route, driven], search),
        ],
        to: recordAddress('booking', _id),
      }
    }),
  ]
}

/** A chat with each person that was found; of a driver the chat is told the role, as by the Drivers table. */
export const chatOptions = ({ drivers = [], users = [] }: RecordSearch): Option[] =>
  [
    ...drivers.map((driver) => ({ ...driver, role: 'driver' })),
    ...users.map((user) => ({ ...user, role: undefined })),
  ].map(({ _id, full_name, phone, email, role }) => ({
    ...{ id: `chat ${_id}`, kind: 'actions', icon: 'message', title: t('chatWith', { name: full_name }) },
    details: matchingFirst([phone, email], { words: [], digits: null }),
    ...chatWith({ user_id: _id, full_name, ...(role && { role }) }),
  }))
