/** Cookie of a page: the id of the administrator who is signed in, so that the shell's origin knows which release is theirs. */
export const adminCookie = 'interline-admin'

/** Cookie of a page: the number of the canary that its administrator left. */
export const leftCookie = 'interline-left-canary'
