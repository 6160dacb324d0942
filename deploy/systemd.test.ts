import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { readPageSettings } from '../federation/src/serve/page/page-settings.ts'
import { temporaryFolder } from '../federation/src/testing/built-part.ts'
import { readConfig } from '../server/src/config/config.ts'
import { itUnless, without } from '../server/src/testing/services.ts'
import { services } from './testing/compose.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const machine = temporaryFolder()
const units = join(machine, 'etc/systemd/system')
const said = join(machine, 'said')

/** The commands of docs/operating.md, in a folder that stands for the machine; what root does there is written down. */
function follow() {
  const [, commands = ''] = /^## Without containers\n```\n([^]*?)```/m.exec(read('docs/operating.md')) ?? []
  const bin = join(machine, 'bin')
  for (const folder of [bin, units]) mkdirSync(folder, { recursive: true })
  for (const name of ['useradd', 'chown', 'systemctl', 'journalctl', 'git', 'node'])
    writeFileSync(join(bin, name), `#!/bin/sh\necho "\${0##*/} $*" >> '${said}'\n`, { mode: 0o755 })
  const here = commands.replaceAll('/etc/', `${machine}/etc/`).replace('cd /opt/interline', `cd '${root}'`)
  execFileSync('bash', ['-euc', here], { env: { PATH: `${bin}:${process.env.PATH}` } })
  const [, started = ''] = /^systemctl enable --now (.*)$/m.exec(readFileSync(said, 'utf8')) ?? []
  return ['interline-publish', ...started.split(' ')]
}
const names = follow()

/** Where, what and with which settings a unit runs. */
function runOf(name: string) {
  const [, instance = ''] = name.split('@')
  const unit = readFileSync(join(units, `${name.replace(/@.*/, '@')}.service`), 'utf8').replaceAll('%i', instance)
  const text = readFileSync(join(units, 'interline-.service.d/all.conf'), 'utf8') + unit
  const all = (key: string) => [...text.matchAll(RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value).join(' ')
  const inline = parseEnv(all('Environment').replaceAll(' ', '\n'))
  const file = readFileSync(join(machine, all('EnvironmentFile')), 'utf8')
  const env: NodeJS.Dict<string> = { ...inline, ...parseEnv(file) }
  const words = all('ExecStart').replace(/\$\{(\w+)\}/, (_, key: string) => env[key] ?? '')
  return { folder: all('WorkingDirectory'), words: words.split(' ').slice(1), env }
}

it('the commands start two nodes of the API, and an origin for each part at a port of its own', () => {
  const remotes = readdirSync(root).flatMap((name) => /^mfe-(.+)/.exec(name)?.[1] ?? [])
  const started = [4000, 4001].map((port) => `api@${port}`).concat('shell', ...remotes.map((name) => `remote@${name}`))
  expect(names.slice(1).sort()).toEqual(started.map((name) => `interline-${name}`).sort())
  const ports = names.slice(1).map((name) => runOf(name).env.API_PORT ?? runOf(name).words.at(-1))
  expect(new Set(ports).size).toBe(remotes.length + 3)
})

it.each(names)('%s runs what its image runs, with the settings of compose.yaml, which the program takes', (name) => {
  const service = name.replace(/@\d+$/, '-1').replace(/^interline-(remote@)?/, '')
  const { build, environment = {}, command = [] } = services[service] ?? expect.unreachable()
  const { folder, words, env } = runOf(name)
  // The lines of an image stand between its FROM line and the next one.
  const [, image = ''] = RegExp(`AS ${build?.target}\\n([^]*?)(\\nFROM|$)`).exec(read('deploy/Dockerfile')) ?? []
  const said = (key: string): string[] => JSON.parse(RegExp(`^${key} (\\[.*\\])$`, 'm').exec(image)?.[1] ?? '[]')
  const [, workdir = '/interline'] = /^WORKDIR (.+)$/m.exec(image) ?? []
  const ofImage = [...said('ENTRYPOINT'), ...(command.length > 0 ? command : said('CMD'))].slice(1)
  const portless = (list: string[]) => list.filter((word) => !/^\d+$/.test(word))
  expect([folder, ...portless(words)]).toEqual([`/opt${workdir}`, ...portless(ofImage)])
  const program = words.find((word) => /\.(ts|sh)$/.test(word)) ?? ''
  expect(existsSync(join(root, folder.replace('/opt/interline', '.'), program))).toBe(true)
  const [, fromImage = ''] = /^ENV (.+)$/m.exec(image) ?? []
  const ofPlace = ['HOST', 'PORT', 'TRUST_PROXY']
  const known = (list: string[]) => list.filter((one) => !ofPlace.includes(one) && !one.startsWith('BUILD_')).sort()
  const wanted = [...Object.keys(environment), ...fromImage.split(' ').map((part) => part.split('=')[0] ?? '')]
  expect(known(Object.keys(env))).toEqual(known([...new Set(wanted)]))
  if (service === 'shell') expect(readPageSettings(env).documentsUrl).toBe('https://api.interline.example.com')
  if (service !== 'api-1') return
  const filled = { ...env, SECRET_KEY: 'A'.repeat(43) + '=', ADMIN_PASSWORD: 'not-a-password' }
  expect(readConfig(filled)).toMatchObject({ production: true, trustedProxies: ['loopback'], host: 'localhost' })
})

itUnless(without('systemd-analyze'))('systemd takes the units', () => {
  for (const name of names) {
    const file = join(units, `${name.replace(/@.*/, '@')}.service`)
    writeFileSync(file, readFileSync(file, 'utf8').replace('/usr/bin/node', process.execPath))
    const asked = ['verify', join(units, `${name}.service`)]
    const { status, stderr } = spawnSync('systemd-analyze', asked, { encoding: 'utf8' })
    expect([name, status, stderr]).toEqual([name, 0, ''])
  }
})
