/** The one global of a page: URL of a file of its release → the hash it must have. Made by the loader, asked by webpack's runtime. */
export const integrityLookup = 'interlineIntegrity'
