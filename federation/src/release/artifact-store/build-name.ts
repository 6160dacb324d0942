import { descriptor } from '../../schema/index.ts'

const { version, build } = descriptor.options[0].shape

/** Splits the folder of an artifact, `1.3.0-0a1b2c3d4e5f`; null for what is none. */
export function parseBuildName(name: string): { version: string; build: string } | null {
  const [versionText, buildText] = [name.slice(0, -13), name.slice(-12)]
  const isOne = name.at(-13) === '-' && version.safeParse(versionText).success && build.safeParse(buildText).success
  return isOne ? { version: versionText, build: buildText } : null
}
