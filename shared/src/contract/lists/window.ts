// A file of its own: the screens need it, and none of the schemas.

/** How many rows of a list the parameter `page` reaches; beyond them pages are asked for by cursor. */
export const listWindow = 10_000

/** The same of a search that finds more than `listWindow` rows. */
export const searchWindow = 500
