type Share = { lib?: () => unknown }
type Instance = { shareScopeMap: Record<string, Record<string, Record<string, Share>>> }

export type Copies = { name: string; versions: string[]; loaded: number }

/** Runs in the page: of each shared package, in which versions it is there, and how many copies of it were loaded. */
export function copiesOf(names: string[]): Copies[] {
  const { __INSTANCES__: instances } = (globalThis as unknown as { __FEDERATION__: { __INSTANCES__: Instance[] } })
    .__FEDERATION__
  return names.map((name) => {
    const shares = instances.flatMap(({ shareScopeMap }) => Object.entries(shareScopeMap.default?.[name] ?? {}))
    const loaded = new Set(shares.flatMap(([, { lib }]) => (lib ? [lib()] : [])))
    return { name, versions: [...new Set(shares.map(([version]) => version))], loaded: loaded.size }
  })
}
