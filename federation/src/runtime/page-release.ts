import type { Release } from '../schema/index.ts'

/** The release that the shell's origin wrote into this page. Throws when there is none: this HTML was not served by it. */
export function readPageRelease(): Release {
  const text = document.getElementById('interline-release')?.textContent
  if (!text) throw new Error('this page carries no release: it was not served by the shell’s origin')
  return JSON.parse(text) as Release
}
