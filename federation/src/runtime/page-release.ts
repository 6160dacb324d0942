import type { Release } from '../schema/index.ts'

/** Reads a script of this page that holds JSON; null when there is none. */
function readScript(id: string): unknown {
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? '') as unknown
  } catch {
    return null
  }
}

/** The release that the shell's origin wrote into this page. Throws when there is none that can be read. */
export function readPageRelease(): Release {
  const release = readScript('interline-release')
  if (!release) throw new Error('This page carries no release that can be read')
  return release as Release
}
