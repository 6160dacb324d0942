import { install } from './install.mjs'

install()
const { register } = await import('tsx/esm/api')
register()
await import(process.argv.length > 2 ? './dev/dev-remote.ts' : './dev.ts')
