/** A remote's code has no screen for a path that its descriptor promises. */
export class MissingScreen extends Error {
  constructor(path: string) {
    super(`No screen at ${path}`)
  }
}
