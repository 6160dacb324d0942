// A file of its own: the screens need it, and none of the schemas.

/** The screens whose lists can be saved as views. */
export const viewPaths = ['/drivers', '/users', '/driver-rides', '/user-rides'] as const
export type ViewPath = (typeof viewPaths)[number]

/** How many characters the name of a view has at most. */
export const viewNameMaxLength = 60
