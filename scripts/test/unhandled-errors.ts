import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Writes what was thrown outside of every test, with its file: it fails a run, and no other report has it. */
// eslint-disable-next-line no-restricted-syntax -- vitest loads the default export of a reporter
export default class UnhandledErrors implements Reporter {
  onTestRunEnd: Reporter['onTestRunEnd'] = (_modules, errors) => {
    const file = process.env.UNHANDLED_ERRORS_FILE
    if (file === undefined) throw new Error('UNHANDLED_ERRORS_FILE names no file')
    writeFileSync(
      file,
      JSON.stringify(
        errors.map(({ message, stack, VITEST_TEST_PATH: path }) => `${String(path)}\n${stack ?? message}`),
      ),
    )
  }
}
