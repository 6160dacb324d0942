/** The path of a screen whose list can be saved as a view, e.g. `/driver-rides`. */
export const viewPath = /^(\/[a-z0-9-]+){1,3}$/

/** How many characters the name of a view has at most. */
export const viewNameMaxLength = 60
