import type { DevOverride } from '@interline/federation/runtime'

const problems = ['cross-site', 'origin', 'remote'] as const
/** Why an override was not started; `failed` is any reason that we have no words for. */
export type Problem = (typeof problems)[number] | 'failed'

/** Has the shell's origin run a part from its source in the pages of this browser; null when it does. */
export async function startOverride(override: DevOverride): Promise<Problem | null> {
  try {
    const response = await fetch('/dev-override', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(override),
    })
    if (response.ok) return null
    const { refused } = (await response.json()) as { refused?: unknown }
    return problems.find((known) => known === refused) ?? 'failed'
  } catch {
    return 'failed'
  }
}
