/** A remote's code has no screen for a path that its descriptor promises. */
export class MissingScreenError extends Error {
  constructor(path: string) {
    super(`No screen at ${path}`)
  }
}

/** Takes the place of a screen that a remote promises and does not have: it fails as that screen would. */
export function MissingScreen({ path }: { path: string }): never {
  throw new MissingScreenError(path)
}
