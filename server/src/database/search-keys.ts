import { fold, licenceKey, nameKey, searchedText } from '@interline/shared/contract'

type Person = {
  full_name: string
  email?: string | null | undefined
  phone?: string | null | undefined
  driving_licence_number?: string | null | undefined
}

/** What a person is searched, sorted and compared by. Whoever writes one of these fields writes these columns too. */
export const personKeys = ({ full_name, email, phone, driving_licence_number }: Person) => ({
  nameKey: nameKey(full_name),
  emailKey: email ? fold(email) : null,
  licence_key: driving_licence_number ? licenceKey(driving_licence_number) : null,
  searchText: searchedText([full_name, phone, email, driving_licence_number].filter(Boolean).join('\n')),
})

/** What a ride is searched and sorted by beside its driver's name; its bookings get it from there. */
export const placeKeys = ({ source, destination }: { source: string; destination: string }) => ({
  sourceKey: fold(source),
  destinationKey: fold(destination),
})
