function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

const safely = (area: () => Storage) => ({
  getItem: (key: string) => attempt(() => area().getItem(key)),
  setItem: (key: string, value: string) => void attempt(() => area().setItem(key, value)),
  removeItem: (key: string) => void attempt(() => area().removeItem(key)),
})

/** Local storage that may be full, forbidden or absent: reading gives null, writing does nothing then. */
export const safeStorage = safely(() => window.localStorage)

/** The same of the storage that a tab has for itself. */
export const safeTabStorage = safely(() => window.sessionStorage)

/** Reads a value that is stored as JSON; null where it is absent or cannot be read. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(safeStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value as JSON; null removes it. */
export const writeStored = (key: string, value: unknown): void =>
  value === null ? safeStorage.removeItem(key) : safeStorage.setItem(key, JSON.stringify(value))
