// How many characters a text has at most.

export const nameMaxLength = 200
export const emailMaxLength = 254
export const phoneMaxLength = 40
export const passwordMaxLength = 1024
/** The number of a driving licence. */
export const licenceMaxLength = 100
/** `driver_connect_id`, where a driver is paid. */
export const connectIdMaxLength = 255
/** The name of a passkey, and a recovery code as it is typed. */
export const factorMaxLength = 100
/** The term of a search. */
export const searchMaxLength = 200
/** A place that rides and bookings are filtered by. */
export const placeMaxLength = 100
export const messageMaxLength = 4000
/** A note on a record. */
export const noteMaxLength = 2000
/** Why a driver is approved whose documents are missing or expired. */
export const reasonMaxLength = 500
/** The note that a rejected driver gets. */
export const rejectNoteMaxLength = 1000
