import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import type { Found } from './found.ts'

// A test that can't run here has the reason in its title, or gives it to `skip`.
const inTitle = / \(skipped: (.+)\)/

/** Writes what a run found, with what was thrown outside of every test: no other report has that. */
// eslint-disable-next-line no-restricted-syntax -- vitest loads the default export of a reporter
export default class Report implements Reporter {
  onTestRunEnd: Reporter['onTestRunEnd'] = (modules, errors) => {
    const file = process.env.UNIT_REPORT
    if (file === undefined) throw new Error('UNIT_REPORT names no file')
    const found: Found = {
      passed: 0,
      failed: errors.map(({ message, stack }) => ({
        name: 'unit: thrown outside of every test',
        reason: stack ?? message,
      })),
      skipped: [],
      files: [],
    }
    for (const module of modules) this.#add(found, module)
    writeFileSync(file, JSON.stringify(found))
  }

  #add(found: Found, module: TestModule) {
    const name = `${module.project.name}/${module.relativeModuleId}`
    const { duration, collectDuration, setupDuration } = module.diagnostic()
    found.files.push({ name, seconds: (duration + collectDuration + setupDuration) / 1000 })
    const ofFile = module.errors()
    if (ofFile.length > 0) found.failed.push({ name, reason: ofFile.map(({ message }) => message).join('\n') })
    for (const test of module.children.allTests()) {
      const named = `${name}: ${test.fullName}`
      const result = test.result()
      if (result.state === 'passed') found.passed += 1
      else if (result.state === 'failed')
        found.failed.push({ name: named, reason: result.errors[0]?.stack ?? result.errors[0]?.message ?? '' })
      else if (result.state === 'skipped')
        found.skipped.push({ name: named, reason: result.note ?? inTitle.exec(test.fullName)?.[1] ?? '' })
    }
  }
}
