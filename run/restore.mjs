import { runServerCommand } from './server-command.mjs'

runServerCommand('restore')
