import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { productSbom } from './sbom.ts'

const usage = `npm run sbom [-- --to FILE]
What the product consists of, as CycloneDX 1.6 (JSON), without the network: the packages that it builds, starts and runs with,
their versions, licences, hashes and who needs whom. devDependencies, e2e, bench and deploy are left out.
Without --to it is printed: npm run --silent sbom`

try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) process.stdout.write(`${usage}\n`)
  else {
    const sbom = await productSbom()
    const text = `${JSON.stringify(sbom, undefined, 2)}\n`
    if (values.to === undefined) process.stdout.write(text)
    else {
      writeFileSync(values.to, text)
      process.stdout.write(`${values.to}: CycloneDX ${sbom.specVersion}, ${sbom.components.length} components\n`)
    }
  }
} catch (error) {
  process.stderr.write(`sbom: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof TypeError ? 2 : 1)
}
