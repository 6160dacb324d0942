// A file of its own: the screens need it, and none of the schemas.

/**
 * How many rows of a list are counted, and how many the parameter `page` reaches: a total of one more says that there
 * are more, and beyond them pages are asked for by cursor.
 */
export const listWindow = 10_000
