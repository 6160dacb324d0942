import { driverFileFields } from '@interline/shared/contract'
import type { FileStore } from '../storage/file-store.ts'
import type { DemoPerson } from './people.ts'
import { drawPdf, type Line } from './drawing/pdf.ts'
import { drawCard, type Colour } from './drawing/png.ts'
import type { Random } from './data/random.ts'

/** The names of the demo's files where they came from. */
export const demoNames = {
  driving_licence: 'Driving licence.pdf',
  car_document: 'Vehicle registration.pdf',
  car_insurance: 'Proof of insurance.pdf',
}

const demoKinds = [...driverFileFields, 'state_id'] as const

type Document = { key: string; content: Buffer }

const ownDocuments = 250
const insurers = [
  'Bluebonnet Mutual',
  'Harbor & Pine Insurance',
  'Great Lakes Casualty',
  'Summit Auto Insurance',
  'Tidewater Assurance',
] as const
const bands: readonly Colour[] = [
  [26, 82, 118],
  [20, 108, 84],
  [120, 66, 18],
  [99, 57, 116],
  [146, 43, 33],
  [33, 64, 109],
]

/**
 * Gives the drivers and users their documents. The first 250 drivers have their own, those after them share: a million
 * rows need no million files. Returns each file by its key.
 */
export function demoDocuments(random: Random, drivers: DemoPerson[], users: DemoPerson[]): Map<string, Buffer> {
  const documents: Document[] = []
  const add = (extension: 'pdf' | 'png', content: Buffer) => {
    const key = `uploads/${random.hex(32)}.${extension}`
    documents.push({ key, content })
    return key
  }
  const cards = bands.map((band) => add('png', drawCard(band)))
  const sets: { driving_licence: string; car_document: string; car_insurance: string }[] = []
  drivers.forEach((driver, n) => {
    if (n < ownDocuments)
      sets.push({
        driving_licence: add('pdf', licence(driver)),
        car_document: add('pdf', registration(random, driver)),
        car_insurance: add('pdf', insurance(random, driver)),
      })
    const { driving_licence, car_document, car_insurance } =
      n < ownDocuments ? (sets[n] ?? random.pick(sets)) : random.pick(sets)
    driver.driving_licence = driver.driving_licence_number && random.chance(0.96) ? driving_licence : null
    driver.car_document = driver.car_name && random.chance(0.93) ? car_document : null
    driver.car_insurance = driver.car_name && random.chance(0.9) ? car_insurance : null
    driver.state_id = random.chance(0.85) ? random.pick(cards) : null
  })
  for (const user of users) user.state_id = random.chance(0.7) ? random.pick(cards) : null
  return new Map(documents.map(({ key, content }) => [key, content]))
}

/** Writes the files that somebody has. */
export async function writeDocuments(files: FileStore, contents: Map<string, Buffer>, people: DemoPerson[]) {
  const named = new Set(people.flatMap((person) => demoKinds.map((kind) => person[kind])))
  const waiting = [...contents].filter(([key]) => named.has(key))
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await files.write(...next)
    }),
  )
}

const holder = ({ full_name, address }: DemoPerson): Line[] => [
  ['Name', full_name],
  ['Address', address ?? 'not given'],
]

const licence = (driver: DemoPerson) =>
  drawPdf(
    'Driving Licence',
    `State of ${driver.city.state}, Department of Motor Vehicles`,
    [0.1, 0.32, 0.46],
    [
      ['Licence number', driver.driving_licence_number ?? 'not given'],
      ...holder(driver),
      ['Class', 'C'],
      ['Restrictions', 'None'],
    ],
  )

const registration = (random: Random, driver: DemoPerson) =>
  drawPdf(
    'Vehicle Registration',
    `State of ${driver.city.state}`,
    [0.08, 0.42, 0.33],
    [
      ['Vehicle', driver.car_name ?? 'not given'],
      [
        'Plate',
        `${random.pick([...'BCDFGHJKLM'])}${random.pick([...'NPQRSTVWXZ'])}${random.pick([...'BCDFGHJKLM'])}-${random.digits(4)}`,
      ],
      ...holder(driver),
    ],
  )

const insurance = (random: Random, driver: DemoPerson) =>
  drawPdf(
    'Proof of Car Insurance',
    random.pick(insurers),
    [0.39, 0.22, 0.45],
    [
      ['Policy', `${random.digits(3)}-${random.digits(7)}`],
      ['Vehicle', driver.car_name ?? 'not given'],
      ...holder(driver),
      ['Coverage', 'Liability $100,000 / $300,000 / $100,000'],
    ],
  )
