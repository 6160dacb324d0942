/** GET: the list of users (SPEC §7). */
export const usersPath = '/admin/users'

export const userRecordPath = (id: string) => `/admin/records/users/${encodeURIComponent(id)}`
