/** An error whose message says to the person who runs a command what is wrong: it is shown as it is. */
export class PlainError extends Error {}
