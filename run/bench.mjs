import { install } from './install.mjs'

install()
const { register } = await import('tsx/esm/api')
register()
process.env.CHROMIUM_PATH = (await import('./browser.ts')).findBrowser((line) => process.stdout.write(`${line}\n`))
await import('../bench/main.ts')
