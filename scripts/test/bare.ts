import { browser } from './browser.ts'
import { line } from './found.ts'

// Every test of a screen, before a backend that knows no more than SPEC §7.
process.env.TEST_BARE = '1'
process.env.TEST_LONG = '1'
const { passed, failed } = await browser(process.argv.slice(2), 'bare')
if (failed.length > 0) process.stdout.write(`\nfailed:\n${failed.map((test) => `  ${line(test)}`).join('\n')}\n`)
process.stdout.write(`\n${passed}/${passed + failed.length}\n`)
process.exit(failed.length === 0 ? 0 : 1)
