import type { Random } from './random.ts'

export type City = {
  name: string
  state: string
  lat: number
  lon: number
  areaCode: string
  zip: string
  licence: string
  spots: readonly string[]
}

const city = (
  name: string,
  state: string,
  lat: number,
  lon: number,
  areaCode: string,
  zip: string,
  licence: string,
  ...spots: string[]
): City => ({
  name,
  state,
  lat,
  lon,
  areaCode,
  zip,
  licence,
  spots,
})

/** `licence` is the shape of the state's driving licence numbers: `#` a digit, `@` a letter. */
export const cities = [
  city(
    'Austin',
    'TX',
    30.27,
    -97.74,
    '512',
    '78701',
    '########',
    '200 Congress Ave',
    '2100 E Riverside Dr',
    '4301 W William Cannon Dr',
    '1100 Barton Springs Rd',
  ),
  city(
    'Houston',
    'TX',
    29.76,
    -95.37,
    '713',
    '77002',
    '########',
    '815 Walker St',
    '5085 Westheimer Rd',
    '6400 Fannin St',
    '1515 Hermann Dr',
  ),
  city(
    'Dallas',
    'TX',
    32.78,
    -96.8,
    '214',
    '75201',
    '########',
    '400 S Houston St',
    '3102 Oak Lawn Ave',
    '8687 N Central Expy',
    '1500 Marilla St',
  ),
  city(
    'San Antonio',
    'TX',
    29.42,
    -98.49,
    '210',
    '78205',
    '########',
    '849 E Commerce St',
    '17000 W Interstate 10',
    '200 E Market St',
  ),
  city(
    'New York',
    'NY',
    40.71,
    -74.01,
    '212',
    '10001',
    '### ### ###',
    '8th Ave & W 41st St',
    '350 5th Ave',
    '89 E 42nd St',
    '1535 Broadway',
  ),
  city(
    'Boston',
    'MA',
    42.36,
    -71.06,
    '617',
    '02111',
    'S########',
    '700 Atlantic Ave',
    '4 Jersey St',
    '800 Boylston St',
    '1 Faneuil Hall Sq',
  ),
  city(
    'Philadelphia',
    'PA',
    39.95,
    -75.17,
    '215',
    '19104',
    '## ### ###',
    '2955 Market St',
    '1234 Market St',
    '520 Chestnut St',
  ),
  city(
    'Washington',
    'DC',
    38.91,
    -77.04,
    '202',
    '20002',
    '#######',
    '50 Massachusetts Ave NE',
    '1100 New York Ave NW',
    '900 Wharf St SW',
  ),
  city(
    'Baltimore',
    'MD',
    39.29,
    -76.61,
    '410',
    '21201',
    '@-###-###-###-###',
    '1500 N Charles St',
    '301 Light St',
    '2110 Haines St',
  ),
  city(
    'Los Angeles',
    'CA',
    34.05,
    -118.24,
    '213',
    '90012',
    '@#######',
    '800 N Alameda St',
    '6801 Hollywood Blvd',
    '10250 Santa Monica Blvd',
    '1111 S Figueroa St',
  ),
  city(
    'San Diego',
    'CA',
    32.72,
    -117.16,
    '619',
    '92101',
    '@#######',
    '1050 Kettner Blvd',
    '3030 Harbor Dr',
    '7007 Friars Rd',
  ),
  city(
    'San Francisco',
    'CA',
    37.77,
    -122.42,
    '415',
    '94105',
    '@#######',
    '425 Mission St',
    '24 Willie Mays Plaza',
    '2 Marina Blvd',
  ),
  city(
    'Sacramento',
    'CA',
    38.58,
    -121.49,
    '916',
    '95814',
    '@#######',
    '401 I St',
    '500 David J Stern Walk',
    '1689 Arden Way',
  ),
  city(
    'Seattle',
    'WA',
    47.61,
    -122.33,
    '206',
    '98101',
    'WDL@@##@###@',
    '303 S Jackson St',
    '400 Broad St',
    '1912 Pike Pl',
    '4401 4th Ave S',
  ),
  city(
    'Portland',
    'OR',
    45.52,
    -122.68,
    '503',
    '97209',
    '#######',
    '800 NW 6th Ave',
    '1005 W Burnside St',
    '9320 SW Barbur Blvd',
  ),
  city(
    'Chicago',
    'IL',
    41.88,
    -87.63,
    '312',
    '60607',
    '@###-####-####',
    '225 S Canal St',
    '630 W Harrison St',
    '1060 W Addison St',
    '233 S Wacker Dr',
  ),
  city('Milwaukee', 'WI', 43.04, -87.91, '414', '53202', '@###-####-####-##', '433 W St Paul Ave', '929 N Water St'),
  city('Indianapolis', 'IN', 39.77, -86.16, '317', '46204', '####-##-####', '350 S Illinois St', '49 W Maryland St'),
  city('Detroit', 'MI', 42.33, -83.05, '313', '48226', '@ ### ### ### ###', '1 Campus Martius', '2645 Woodward Ave'),
  city(
    'Cleveland',
    'OH',
    41.5,
    -81.69,
    '216',
    '44114',
    '@@######',
    '200 Cleveland Memorial Shoreway',
    '1465 Chester Ave',
  ),
  city('Columbus', 'OH', 39.96, -83, '614', '43215', '@@######', '111 E Town St', '4016 Townsfair Way'),
  city(
    'Atlanta',
    'GA',
    33.75,
    -84.39,
    '404',
    '30303',
    '#########',
    '232 Forsyth St SW',
    '265 Peachtree Center Ave',
    '675 Ponce De Leon Ave NE',
  ),
  city('Charlotte', 'NC', 35.23, -80.84, '704', '28202', '############', '601 W Trade St', '800 S Mint St'),
  city('Nashville', 'TN', 36.16, -86.78, '615', '37203', '#########', '709 5th Ave S', '501 Broadway'),
  city(
    'Miami',
    'FL',
    25.76,
    -80.19,
    '305',
    '33132',
    '@###-###-##-###-#',
    '3801 NW 21st St',
    '401 Biscayne Blvd',
    '1901 Convention Center Dr',
  ),
  city('Orlando', 'FL', 28.54, -81.38, '407', '32801', '@###-###-##-###-#', '555 N John Young Pkwy', '400 W Church St'),
  city('Tampa', 'FL', 27.95, -82.46, '813', '33602', '@###-###-##-###-#', '610 E Polk St', '401 Channelside Dr'),
  city('Denver', 'CO', 39.74, -104.99, '303', '80202', '##-###-####', '1701 Wynkoop St', '1700 Federal Blvd'),
  city('Phoenix', 'AZ', 33.45, -112.07, '602', '85004', '@########', '2115 E Buckeye Rd', '201 E Jefferson St'),
  city('Las Vegas', 'NV', 36.17, -115.14, '702', '89101', '##########', '200 S Main St', '3570 S Las Vegas Blvd'),
  city('Salt Lake City', 'UT', 40.76, -111.89, '801', '84101', '#########', '300 S 600 W', '50 S Main St'),
] as const

/** Miles by road, roughly: the great circle and a fifth more. */
export function miles(from: City, to: City): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const a =
    Math.sin(radians(to.lat - from.lat) / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(radians(to.lon - from.lon) / 2) ** 2
  return 3959 * 2 * Math.asin(Math.sqrt(a)) * 1.2
}

export const addressesOf = ({ name, state, zip, spots }: City) =>
  spots.map((spot) => `${spot}, ${name}, ${state} ${zip}`)
export const addressIn = (random: Random, city: City) => random.pick(addressesOf(city))

/** Another city that one would share a car to. */
export const destinationFrom = (random: Random, from: City): City => random.pick(destinationsFrom(from))

function destinationsFrom(from: City): readonly City[] {
  const near = cities.filter((to) => to !== from && miles(from, to) < 420)
  const nearest = cities
    .filter((to) => to !== from)
    .sort((a, b) => miles(from, a) - miles(from, b))
    .slice(0, 2)
  return near.length > 1 ? near : nearest
}

/** Those cities by their place in `cities`, and how far they are. */
export const nearTo = (from: City) =>
  destinationsFrom(from).map((to) => ({ to: cities.findIndex(({ name }) => name === to.name), far: miles(from, to) }))

export function licenceNumber(random: Random, { licence }: City): string {
  return licence.replace(/[#@]/g, (mark) =>
    mark === '#' ? random.digits(1) : random.pick([...'ABCDEFGHJKLMNPRSTVWXYZ']),
  )
}

export const streets = [
  'Maple St',
  'Oak Ave',
  'Cedar Ln',
  'Washington Blvd',
  'Park Ave',
  'Lakeview Dr',
  'Hillcrest Rd',
  'Elm St',
  '2nd St',
  'Sunset Dr',
  'Magnolia Ct',
  'Juniper Way',
  'Franklin St',
  'Highland Ave',
]

export function homeAddress(random: Random, { name, state, zip }: City): string {
  const unit = random.chance(0.35) ? `, Apt ${random.between(1, 40)}${random.pick(['', 'A', 'B', 'C'])}` : ''
  return `${random.between(12, 9890)} ${random.pick(streets)}${unit}, ${name}, ${state} ${zip}`
}
