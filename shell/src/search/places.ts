/** A screen that one can go to. */
export type Place = {
  title: string
  path: string
  icon: string
  /** The screen's address, as it was left. */
  to: string
  /** The letter that opens it after `g`. */
  shortcut?: string | undefined
}
