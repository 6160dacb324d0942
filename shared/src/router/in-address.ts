/** An id that an address names, as our API knows ids; null for what is none. */
export const idIn = (params: URLSearchParams, name: string): string | null =>
  /^[\w-]{1,64}$/.exec(params.get(name) ?? '')?.[0] ?? null

/** The search term of an address, as long as one may be, without characters that no server takes. */
export const termIn = (params: URLSearchParams): string =>
  (params.get('q') ?? '').slice(0, 200).replace(/[\p{Cc}\p{Cs}]/gu, ' ')
