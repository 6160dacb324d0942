/** GET: the list of users (SPEC §7). */
export const usersPath = '/admin/users'
