import type { Descriptor } from '../../schema/index.ts'

/** A remote whose JavaScript and styles are more than the policy allows. */
export function overweight({ kind, files }: Descriptor, maxBytes: number): string[] {
  if (kind === 'shell') return []
  const bytes = files.filter(({ path }) => /\.(js|css)$/.test(path)).reduce((sum, file) => sum + file.bytes, 0)
  return bytes <= maxBytes ? [] : [`its js and css are ${bytes} bytes, policy.json allows ${maxBytes}`]
}
