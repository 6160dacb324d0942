/** Every IANA zone this browser knows, with `UTC`, in alphabetical order. */
export const timeZones = (): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
