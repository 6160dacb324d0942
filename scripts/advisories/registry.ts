import { z } from 'zod'
import { root } from '../workspace/parts.ts'
import { runPnpm } from '../workspace/pnpm.ts'
import type { Found } from './advisory.ts'
import type { LockedPackage } from './locked-packages.ts'

const answer = z.object({
  advisories: z.record(
    z.string(),
    z.object({
      module_name: z.string(),
      title: z.string(),
      severity: z.string(),
      github_advisory_id: z.string().nullish(),
      url: z.string().nullish(),
      patched_versions: z.string().nullish(),
      findings: z.array(z.object({ version: z.string() })),
    }),
  ),
})

const parse = (stdout: string) => {
  try {
    return answer.safeParse(JSON.parse(stdout)).data
  } catch {
    return undefined
  }
}

/** What the registry knows against the packages of the lockfile, by `pnpm audit`; or why it did not say. */
export async function askRegistry(
  packages: ReadonlyMap<string, LockedPackage[]>,
): Promise<{ found: Found[] } | { unanswered: string }> {
  // pnpm would try for more than a minute.
  const { stdout, output } = await runPnpm(['audit', '--json', '--config.fetch-retries=0'], root)
  const told = parse(stdout)
  if (!told) return { unanswered: output.replace(/[\s│├╰─▶×]+/g, ' ').trim() }
  const found = Object.values(told.advisories).flatMap((advisory) =>
    advisory.findings.map(({ version }) => ({
      package: advisory.module_name,
      version,
      inProduct: packages.get(advisory.module_name)?.some((one) => one.version === version && one.inProduct) ?? false,
      severity: advisory.severity,
      id: advisory.github_advisory_id ?? advisory.url ?? '',
      summary: advisory.title,
      fixedIn: advisory.patched_versions ? [advisory.patched_versions] : [],
    })),
  )
  return { found }
}
