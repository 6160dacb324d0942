import type { Insertable } from 'kysely'
import type { DriverFileField } from '@interline/shared/contract'
import type { personKeys } from '../database/search-keys.ts'
import type { PeopleTable } from '../database/tables/people.ts'
import { demoId, momentsBack } from './moments.ts'
import { emailOf, fullName, phoneNumber } from './data/names.ts'
import { cities, homeAddress, licenceNumber, type City } from './data/places.ts'
import type { Random } from './data/random.ts'

type DemoFiles = Partial<Record<DriverFileField | 'state_id', string | null>>

export type DemoPerson = Omit<Insertable<PeopleTable>, keyof ReturnType<typeof personKeys>> & DemoFiles & { city: City }

export const cars = [
  'Toyota Camry 2019',
  'Toyota RAV4 Hybrid 2021',
  'Honda Accord 2020',
  'Honda CR-V 2018',
  'Honda Odyssey 2017',
  'Hyundai Sonata 2022',
  'Kia Telluride 2021',
  'Ford Escape 2019',
  'Ford Explorer 2020',
  'Chevrolet Malibu 2018',
  'Chevrolet Suburban 2019',
  'Nissan Altima 2021',
  'Nissan Rogue 2020',
  'Subaru Outback 2021',
  'Subaru Forester 2019',
  'Tesla Model 3 2022',
  'Tesla Model Y 2023',
  'Volkswagen Passat 2018',
  'Mazda CX-5 2020',
  'Chrysler Pacifica 2021',
  'Lexus RX 350 2019',
  'Toyota Sienna 2022',
]

/**
 * Drivers in every state of verification, some of them with empty fields. The documents are filled in by
 * `demoDocuments`.
 */
export function demoDrivers(random: Random, count: number, now: Date, passwordHash: string): DemoPerson[] {
  return momentsBack(random, count, now).map((createdAt, n) => {
    const city = random.pick(cities)
    const full_name = fullName(random)
    const settled = now.getTime() - createdAt.getTime() > 5 * 86_400_000
    const approved = settled ? random.chance(0.8) : random.chance(0.2)
    return {
      _id: demoId(random, createdAt),
      role: 'driver',
      full_name,
      email: emailOf(random, full_name, n + 11),
      phone: random.chance(0.97) ? phoneNumber(random, city.areaCode) : null,
      passwordHash,
      createdAt,
      platform: random.pick(['android', 'android', 'ios']),
      address: random.chance(0.92) ? homeAddress(random, city) : null,
      car_name: random.chance(0.95) ? random.pick(cars) : null,
      driving_licence_number: random.chance(0.94) ? licenceNumber(random, city) : null,
      stripe_connect_id: approved && random.chance(0.75) ? `acct_1${random.hex(15).toUpperCase()}` : null,
      is_driver_profile_approved: approved,
      reverify_status: random.chance(0.16) ? 'Pending' : approved && random.chance(0.3) ? 'Approved' : '',
      city,
    }
  })
}

export function demoUsers(random: Random, count: number, now: Date, passwordHash: string): DemoPerson[] {
  return momentsBack(random, count, now).map((createdAt, n) => {
    const city = random.pick(cities)
    const full_name = fullName(random)
    return {
      _id: demoId(random, createdAt),
      role: 'user',
      full_name,
      email: emailOf(random, full_name, count + n + 11),
      phone: random.chance(0.95) ? phoneNumber(random, city.areaCode) : null,
      passwordHash,
      createdAt,
      platform: random.pick(['android', 'ios', 'ios']),
      address: random.chance(0.85) ? homeAddress(random, city) : null,
      city,
    }
  })
}
