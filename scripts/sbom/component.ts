interface Licence {
  license?: { id?: string; name?: string }
  expression?: string
}

interface Hash {
  alg: string
  content: string
}

/** A component as CycloneDX has it; only what is read here. */
export interface Component {
  type: string
  'bom-ref': string
  group?: string
  name: string
  version?: string
  purl?: string
  scope?: 'required' | 'optional' | 'excluded'
  description?: string
  licenses?: Licence[]
  hashes?: Hash[]
  externalReferences?: { type: string; url: string; hashes?: Hash[] }[]
}

/** A CycloneDX document: the components, and who needs whom. */
export interface Sbom {
  bomFormat: string
  specVersion: string
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}
