import { importFields, type ImportField } from '@interline/shared/contract'

/** The field that each column of the file is; null for one that is not imported. */
export type Mapping = readonly (ImportField | null)[]

/** Other names of the fields, without blanks and signs. */
const names: Record<ImportField, readonly string[]> = {
  _id: ['id', 'driverid'],
  full_name: ['fullname', 'name', 'driver', 'drivername'],
  email: ['email', 'mail', 'emailaddress', 'mailaddress'],
  phone: ['phone', 'phonenumber', 'telephone', 'mobile', 'mobilenumber', 'mobilephone', 'tel', 'contact'],
  address: ['address', 'homeaddress', 'postaladdress'],
  car_name: ['carname', 'car', 'vehicle', 'carmodel'],
  driving_licence_number: [
    'drivinglicencenumber',
    'drivinglicensenumber',
    'licencenumber',
    'licensenumber',
    'drivinglicence',
    'drivinglicense',
    'licence',
    'license',
  ],
  stripe_connect_id: ['stripeconnectid', 'connectid', 'stripeid', 'stripe'],
  is_driver_profile_approved: ['verified', 'isdriverprofileapproved', 'approved'],
  reverify_status: ['reverification', 'reverifystatus', 'reverify'],
}

const plain = (heading: string) =>
  heading
    .replace(/\(.*\)/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The fields of the columns by their headings; the first of two that are alike. */
export function guessMapping(headings: readonly string[]): Mapping {
  const taken = new Set<ImportField>()
  return headings.map((heading) => {
    const name = plain(heading)
    const field = importFields.find((one) => !taken.has(one) && (plain(one) === name || names[one].includes(name)))
    if (field) taken.add(field)
    return field ?? null
  })
}

/** The mapping with `field` at this column, and at no other. */
export const mapColumn = (mapping: Mapping, column: number, field: ImportField | null): Mapping =>
  mapping.map((one, at) => (at === column ? field : one === field ? null : one))

/** Whether rows can be told by these columns: drivers who are there by their id, new ones by name and address. */
export const isEnough = (mapping: Mapping): boolean =>
  mapping.includes('_id') || (mapping.includes('full_name') && mapping.includes('email'))
