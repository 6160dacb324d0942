import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { pageSettingNames, readPageSettings } from '../federation/src/serve/page/page-settings.ts'
import { parsePublicKeys } from '../federation/src/release/index.ts'
import { temporaryFolder } from '../federation/src/testing/built-part.ts'
import { remotes } from '../e2e/harness/product/product.ts'
import { readConfig, settingNames } from '../server/src/config/config.ts'
import { services, volumes } from './testing/compose.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
// A remote that a team makes is deployed once its team adds it.
const parts = ['shell', ...remotes].sort()
// Besides these an origin reads where the releases are, who signs them, what it may write, and where teams' stores are.
const originSettings = [
  ...pageSettingNames,
  'HOST',
  'TRUST_PROXY',
  'DATA_DIR',
  'RELEASE_PUBLIC_KEYS',
  'ORIGIN_STATE',
  'ARTIFACT_STORE',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
]
const secret = {
  POSTGRES_PASSWORD: 'not-a-password',
  STORE_PASSWORD: 'not-a-password',
  ADMIN_EMAIL: 'first@interline.test',
  ADMIN_PASSWORD: 'not-a-password',
  SECRET_KEY: 'bm90IGEga2V5IG9mIGFueSBpbnN0YWxsYXRpb24hISE=',
  RELEASE_PUBLIC_KEYS: 'bm90IGEga2V5IG9mIGFueSBpbnN0YWxsYXRpb24hISE=',
}

const texts = z.record(z.string(), z.string())

/** Calls and sockets have the office's own name, so that browsers make no preflights; documents have one apart. */
const namesIn = (place: string) => {
  const [office, api] = ['office', 'api'].map((name) => place.replace('*', name))
  return { apiUrl: office, socketUrl: office, documentsUrl: api }
}

/** All that the image of origins writes into. */
const [, stateFolder] = /AS origin\n[^]*?\bORIGIN_STATE=(\S+)/.exec(read('Dockerfile')) ?? []

describe('compose.yaml', () => {
  const filled = (environment: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value.replace(/\$\{(\w+):\?\}/g, (_, key: keyof typeof secret) => secret[key]),
      ]),
    )
  const ofImage = (image: string) => Object.entries(services).filter(([, one]) => one.image === image)

  it('has two API nodes, whose settings the server knows and takes', () => {
    expect(ofImage('interline-api').map(([name]) => name)).toEqual(['api-1', 'api-2'])
    for (const [, { environment, healthcheck }] of ofImage('interline-api')) {
      expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([])
      expect(readConfig(filled(environment))).toMatchObject({
        production: true,
        trustedProxies: ['uniquelocal'],
        s3: { bucket: 'interline-documents' },
      })
      expect(JSON.stringify(healthcheck)).toContain('/readyz')
    }
  })

  it('has an origin for each part, whose settings origins know and take', () => {
    const origins = ofImage('interline-origin')
    expect(origins.map(([name, { command }]) => [name, command]).sort()).toEqual(
      parts.map((part) => [part, [part, '3000']]),
    )
    for (const [name, { environment }] of origins) {
      expect(Object.keys(environment).filter((setting) => !originSettings.includes(setting))).toEqual([])
      expect(environment.TRUST_PROXY).toBe('uniquelocal')
      if (name === 'shell')
        expect(readPageSettings(environment)).toMatchObject(namesIn('http://*.interline.localhost:8080'))
    }
  })

  it('gives the shell’s origin public keys and a folder of its own; no origin can write releases, or has the key', () => {
    expect(stateFolder).toBe('/state')
    for (const [name, { environment, volumes: mounted }] of ofImage('interline-origin')) {
      const state = name === 'shell' ? 'origin-state' : 'builds'
      expect([name, mounted]).toEqual([name, ['releases:/data:ro', `${state}:${stateFolder}`]])
      expect(parsePublicKeys(filled(environment))).toEqual(name === 'shell' ? [secret.RELEASE_PUBLIC_KEYS] : null)
    }
    const having = Object.entries(services).filter(([, one]) => JSON.stringify(one).match(/RELEASE_KEY|release-key/))
    expect(having.map(([name]) => name)).toEqual(['publish'])
    const { environment, volumes: mounted } = services.publish ?? expect.unreachable()
    expect(mounted).toEqual(['releases:/data', 'release-key:/key', `origin-state:${stateFolder}:ro`])
    expect(environment.RELEASE_KEY).toMatch(/^\/key\//)
  })

  it('names only services, volumes and build stages that there are, and no password', () => {
    const stages = [...read('Dockerfile').matchAll(/^FROM .+ AS (\S+)$/gm)].map(([, stage]) => stage)
    for (const { depends_on, volumes: mounted, build } of Object.values(services)) {
      expect(Object.keys(depends_on).filter((name) => !(name in services))).toEqual([])
      expect(
        mounted.map((mount) => mount.split(':')[0] ?? '').filter((from) => !from.startsWith('.') && !(from in volumes)),
      ).toEqual([])
      if (build)
        expect([stages.includes(build.target), existsSync(join(import.meta.dirname, '..', build.dockerfile))]).toEqual([
          true,
          true,
        ])
    }
    for (const { environment } of Object.values(services))
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|SECRET/.test(name)) expect(value).toMatch(/^\$\{\w+:\?\}$/)
  })

  it('calls what nginx asks for by the same names and ports', () => {
    const upstreams = [
      ...(read('nginx/here/upstreams.conf') + read('nginx/here/api-nodes.conf')).matchAll(
        /^\s*server ([\w-]+):(\d+)/gm,
      ),
    ]
    expect(upstreams.map(([, name, port]) => [name, port])).toEqual([
      ...['shell', 'drivers', 'users', 'rides', 'chat', 'team'].map((name) => [name, '3000']),
      ['api-1', '4000'],
      ['api-2', '4000'],
    ])
    expect(upstreams.filter(([, name = '']) => !(name in services))).toEqual([])
    const [, remotes = ''] = /<part>([\w|]+)\)/.exec(read('nginx/origins.conf')) ?? []
    expect(['shell', ...remotes.split('|')].sort()).toEqual(parts)
  })
})

const reference = z.object({ name: z.string(), key: z.string().optional() })
const container = z.object({
  image: z.string(),
  args: z.array(z.string()).default([]),
  env: z
    .array(
      z.object({
        name: z.string(),
        value: z.string().optional(),
        valueFrom: z.object({ secretKeyRef: reference }).optional(),
      }),
    )
    .default([]),
  envFrom: z.array(z.object({ configMapRef: reference })).default([]),
  readinessProbe: z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) }),
  livenessProbe: z.union([
    z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) }),
    z.object({ tcpSocket: z.unknown() }),
  ]),
  lifecycle: z.object({
    preStop: z.object({ exec: z.object({ command: z.tuple([z.literal('sleep'), z.string()]) }) }),
  }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().default(false) })),
})
const labels = z.object({ app: z.string() })
const deployment = z.object({
  replicas: z.number().min(2),
  selector: z.object({ matchLabels: labels }),
  template: z.object({
    metadata: z.object({ labels }),
    spec: z.object({
      automountServiceAccountToken: z.literal(false),
      terminationGracePeriodSeconds: z.number(),
      securityContext: z.object({
        runAsNonRoot: z.literal(true),
        seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
      }),
      initContainers: z.array(z.looseObject({ image: z.string(), command: z.array(z.string()) })).default([]),
      containers: z.array(container).length(1),
      volumes: z.array(
        z.object({ name: z.string(), persistentVolumeClaim: z.object({ claimName: z.string() }).optional() }),
      ),
    }),
  }),
})
const backend = z.object({ service: z.object({ name: z.string(), port: z.object({ name: z.literal('http') }) }) })
const ingress = z.object({
  rules: z.array(
    z.object({ host: z.string(), http: z.object({ paths: z.array(z.object({ path: z.string(), backend })) }) }),
  ),
})
const object = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.string().optional() }),
  data: texts.optional(),
  spec: z.unknown().optional(),
})

it('docs/settings.md names every setting that API and origins read, and no other but those of the commands', () => {
  const named = read('../docs/settings.md')
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_0-9]+)/g)].map(([, name]) => name))
  const ofTheCommands = ['PORT', 'ARTIFACT_STORE', 'CHROMIUM_PATH', 'RELEASE_KEY']
  expect(named.sort()).toEqual([...new Set([...settingNames, ...originSettings, ...ofTheCommands])].sort())
})

describe('kubernetes/', () => {
  const files = readdirSync(join(import.meta.dirname, 'kubernetes'))
  const objects = files.flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`), { uniqueKeys: true }).map((document) => {
      expect([file, document.errors]).toEqual([file, []])
      return object.parse(document.toJS())
    }),
  )
  const named = (kind: string) => objects.filter((one) => one.kind === kind)
  const find = (kind: string, name: string) => named(kind).find(({ metadata }) => metadata.name === name)
  const deployments = named('Deployment').map(({ metadata, spec }) => ({
    name: metadata.name,
    ...deployment.parse(spec),
  }))

  it('holds each object once, all in one namespace', () => {
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
    expect(objects.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'interline')).toEqual(
      [],
    )
  })

  it('runs the API and an origin for each part, without root and on a disk that cannot be written', () => {
    expect(deployments.map(({ name }) => name).sort()).toEqual(['api', ...parts].sort())
    for (const {
      name,
      template: { spec },
    } of deployments)
      if (name !== 'api') expect(spec.containers[0]?.args).toEqual([name, '3000'])
  })

  it('mounts releases to read alone, and for what the shell’s origin writes one volume of all its replicas', () => {
    for (const {
      name,
      template: { spec },
    } of deployments.filter(({ name: one }) => one !== 'api')) {
      const claimAt = (path: string) => {
        const mount = spec.containers[0]?.volumeMounts.find(({ mountPath }) => mountPath === path)
        const volume = spec.volumes.find((one) => one.name === mount?.name)
        return { claim: volume?.persistentVolumeClaim?.claimName, readOnly: mount?.readOnly }
      }
      expect([name, claimAt('/data')]).toEqual([name, { claim: 'releases', readOnly: true }])
      const state = name === 'shell' ? 'origin-state' : undefined
      expect([name, claimAt(stateFolder ?? '')]).toEqual([name, { claim: state, readOnly: false }])
    }
    const { accessModes } = z
      .object({ accessModes: z.array(z.string()) })
      .parse(find('PersistentVolumeClaim', 'origin-state')?.spec)
    expect(accessModes).toEqual(['ReadWriteMany'])
  })

  it('names public keys for the shell’s origin, which does not start before somebody puts them in, and nowhere a key', () => {
    const settings = find('ConfigMap', 'interline-shell')?.data ?? {}
    expect(() => parsePublicKeys(settings)).toThrow('RELEASE_PUBLIC_KEYS: "…" is no public key')
    expect(JSON.stringify(objects)).not.toMatch(/RELEASE_KEY|release-key/)
    expect(named('CronJob')).toEqual([])
  })

  it('brings the tables up to date before the API, where no probe ends it', () => {
    const { initContainers, containers } = deployments.find(({ name }) => name === 'api')?.template.spec ?? {}
    const [before] = initContainers ?? []
    expect(before?.image).toBe(containers?.[0]?.image)
    expect(before?.command.at(-1)).toBe('src/database/main.ts')
    expect(existsSync(join(import.meta.dirname, '../server/src/database/main.ts'))).toBe(true)
    expect(Object.keys(before ?? {}).filter((name) => /Probe$/.test(name))).toEqual([])
  })

  it('gives each only settings that it knows, secrets by reference, and the API enough to start', () => {
    for (const {
      name,
      template: {
        spec: { containers },
      },
    } of deployments) {
      const [one] = containers
      const plain = Object.assign(
        {},
        ...(one?.envFrom ?? []).map(
          ({ configMapRef }) => find('ConfigMap', configMapRef.name)?.data ?? { [configMapRef.name]: 'is missing' },
        ),
      ) as Record<string, string>
      const secrets = (one?.env ?? []).map((setting) => setting.name)
      const known = name === 'api' ? settingNames : originSettings
      expect(plain.TRUST_PROXY).toBe('uniquelocal')
      expect([...Object.keys(plain), ...secrets].filter((setting) => !known.includes(setting))).toEqual([])
      expect(
        Object.keys(plain).filter(
          (setting) =>
            /PASSWORD|SECRET|ACCESS_KEY|_URL$/.test(setting) && !/^(PUBLIC_API|API|DOCUMENTS)_URL$/.test(setting),
        ),
      ).toEqual([])
      for (const setting of one?.env ?? []) expect(setting.valueFrom?.secretKeyRef.key).toBe(setting.name)
      if (name !== 'api') continue
      const values = {
        DATABASE_URL: 'postgres://db/x',
        REDIS_URL: 'redis://redis',
        ADMIN_EMAIL: 'a@b.test',
        ADMIN_PASSWORD: 'not-a-password',
        SECRET_KEY: secret.SECRET_KEY,
        METRICS_TOKEN: 'a-token-of-the-operator',
      }
      const config = readConfig({
        ...plain,
        ...Object.fromEntries(secrets.map((setting) => [setting, 'x'])),
        ...values,
      })
      expect(config).toMatchObject({ production: true, port: 4000, s3: { accessKeyId: 'x' } })
      expect(read('kubernetes/settings.yaml')).toContain(
        secrets
          .map((setting) => `--from-literal=${setting}=…`)
          .slice(0, 2)
          .join(' '),
      )
    }
    const settings = readPageSettings(find('ConfigMap', 'interline-shell')?.data ?? {})
    expect(settings).toMatchObject(namesIn('https://*.interline.example.com'))
  })

  it('sends nobody to a node that is not ready or about to end, and gives it the time to end', () => {
    for (const {
      name,
      template: { spec },
    } of deployments) {
      const [one] = spec.containers
      expect(one?.readinessProbe.httpGet.path).toBe(name === 'api' ? '/readyz' : '/healthz')
      // Nothing may end a node because the database is away.
      expect(JSON.stringify(one?.livenessProbe)).not.toContain('readyz')
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
        Number(one?.lifecycle.preStop.exec.command[1]) + 5,
      )
    }
  })

  it('connects what belongs together', () => {
    const apps = deployments.map(({ selector, template }) => {
      expect(selector.matchLabels).toEqual(template.metadata.labels)
      return template.metadata.labels.app
    })
    for (const { spec } of named('Service'))
      expect(apps).toContain(z.object({ selector: labels }).parse(spec).selector.app)
    for (const { spec } of named('PodDisruptionBudget'))
      expect(apps).toContain(
        z.object({ selector: z.object({ matchLabels: labels }) }).parse(spec).selector.matchLabels.app,
      )
    for (const { spec } of named('HorizontalPodAutoscaler'))
      expect(find('Deployment', z.object({ scaleTargetRef: reference }).parse(spec).scaleTargetRef.name)).toBeDefined()
    const hosts = named('Ingress').flatMap(({ spec }) =>
      ingress
        .parse(spec)
        .rules.flatMap(({ host, http }) =>
          http.paths.map(({ path, backend: to }) => [host.split('.')[0], to.service.name, path]),
        ),
    )
    const others = hosts.filter(([host, to]) => host !== (to === 'shell' ? 'office' : to))
    expect(others).toEqual(['/api/v1', '/socket.io'].map((path) => ['office', 'api', path]))
    expect(new Set(hosts.map(([, to]) => to))).toEqual(new Set(named('Service').map(({ metadata }) => metadata.name)))
    for (const {
      template: { spec },
    } of deployments) {
      expect(spec.containers[0]?.volumeMounts.map(({ name }) => name).sort()).toEqual(
        spec.volumes.map(({ name }) => name).sort(),
      )
      for (const { persistentVolumeClaim } of spec.volumes)
        if (persistentVolumeClaim) expect(find('PersistentVolumeClaim', persistentVolumeClaim.claimName)).toBeDefined()
    }
  })
})

describe('Dockerfile and publish.sh', () => {
  it('listen where other containers reach API and origins', () => {
    const stages = read('Dockerfile').split(/^FROM .+ AS /m)
    for (const stage of ['api\n', 'origin\n'])
      expect(stages.find((one) => one.startsWith(stage))).toMatch(/^ENV .*\bHOST=0\.0\.0\.0 /m)
  })

  it('copy and run files that there are', () => {
    const root = join(import.meta.dirname, '..')
    for (const file of [
      'scripts/install.mjs',
      'server/src/main.ts',
      'federation/src/serve/main.ts',
      'scripts/run.mjs',
      'deploy/publish.sh',
    ]) {
      expect(existsSync(join(root, file))).toBe(true)
      expect(read('Dockerfile') + read('publish.sh')).toContain(file.replace(/^(server|federation)\//, ''))
    }
    expect(spawnSync('sh', ['-n', join(import.meta.dirname, 'publish.sh')]).status).toBe(0)
  })

  it('begin an installation with a key before anything is published, and with a key that is there none', () => {
    const folder = temporaryFolder()
    const [node, key, said] = [join(folder, 'node'), join(folder, 'release-key.pem'), join(folder, 'said')]
    // Says what it was asked, and does what publish.sh looks at.
    const acts = `echo "$3" >> '${said}'; case "$3" in init) touch "$5" ;; publish) echo '{"artifact":"1.0.0-0"}' ;; esac`
    writeFileSync(node, `#!/bin/sh\nif [ "$1" = -p ]; then exec '${process.execPath}' "$@"; fi\n${acts}\n`, {
      mode: 0o755,
    })
    const env = { PATH: `${folder}:${process.env.PATH}`, PUBLIC_DOMAIN: 'interline.test', RELEASE_KEY: key }
    const publish = () => spawnSync('sh', [join(import.meta.dirname, 'publish.sh')], { env }).status
    expect([publish(), publish()]).toEqual([0, 0])
    const acted = [...parts.map(() => 'publish'), 'pin']
    expect(readFileSync(said, 'utf8').trim().split('\n')).toEqual(['init', ...acted, ...acted])
  })
})
