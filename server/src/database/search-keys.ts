import { fold, licenceKey, nameKey, searchedText } from '@interline/shared/contract'

type Person = {
  full_name: string
  email?: string | null | undefined
  phone?: string | null | undefined
  driving_licence_number?: string | null | undefined
}

/**
 * All that a person is searched, sorted and compared by. Whoever writes one of these fields writes these columns too.
 */
export const personKeys = ({ full_name, email, phone, driving_licence_number }: Person) => ({
  nameKey: nameKey(full_name),
  emailKey: email ? fold(email) : null,
  licence_key: driving_licence_number ? licenceKey(driving_licence_number) : null,
  phone_key: phone?.replace(/[^0-9]/g, '') || null,
  searchText: searchedText([full_name, phone, email, driving_licence_number].filter(Boolean).join('\n')),
})

/** All that a ride is searched and sorted by beside its driver's name; its bookings get it from there. */
export const placeKeys = ({ source, destination }: { source: string; destination: string }) => ({
  sourceKey: fold(source),
  destinationKey: fold(destination),
})

/** All that an entry of the audit is searched by: the values of its fields, and the ids that it names. */
export const auditKeys = (values: unknown[]) => ({ searchText: searchedText(values.flatMap(textsIn).join('\n')) })

const textsIn = (value: unknown): string[] =>
  value === null || value === undefined
    ? []
    : typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : [String(value)]
