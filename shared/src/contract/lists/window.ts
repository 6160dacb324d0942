/**
 * How many rows of a list are counted, and how many the parameter `page` reaches: a total of one more says that there
 * are more, and beyond them pages are asked for by cursor.
 */
export const listWindow = 10_000

/** How many rows a page on the screen can have. */
export const pageSizes = [10, 20, 50, 100] as const

/** So many rows has a page of the API at most, and so many ids one call. */
export const mostRowsAtOnce = 200
