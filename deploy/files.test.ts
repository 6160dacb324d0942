import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { pageSettingNames, readPageSettings } from '../federation/src/serve/page/page-settings.ts'
import { pin } from '../federation/src/release/index.ts'
import { releaseWith } from '../federation/src/testing/release-command.ts'
import { mara, putRemote, putShell, storeOfThree } from '../federation/src/testing/stored-parts.ts'
import { auditArchiveFolder, readConfig, settingNames } from '../server/src/config/config.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const parts = [
  'shell',
  ...readdirSync(join(import.meta.dirname, '..'))
    .filter((name) => name.startsWith('mfe-'))
    .map((name) => name.slice('mfe-'.length)),
].sort()
// Besides these an origin reads where the releases are, and how to reach teams' stores.
const originSettings = [
  ...pageSettingNames,
  'HOST',
  'TRUST_PROXY',
  'DATA_DIR',
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
}

/** Gives the command of a schedule to a release that ends in a week; returns the reason of the one that it makes. */
async function renewsWith(command: string | string[] | undefined, env: Record<string, string>) {
  const store = storeOfThree()
  const today = Date.now()
  vi.setSystemTime(today - 83 * 86_400_000)
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  vi.setSystemTime(today)
  const [node, , loader, file = '', ...args] = command ?? []
  expect([node, loader, existsSync(join(import.meta.dirname, '../federation', file))]).toEqual([
    'node',
    'tsx/esm',
    true,
  ])
  const { code, err } = await releaseWith({ DATA_DIR: store.folder, ...env }, ...args)
  expect([code, err]).toEqual([0, ''])
  vi.useRealTimers()
  return store.live()?.reason
}

const texts = z.record(z.string(), z.string())
const service = z.object({
  image: z.string(),
  environment: texts.default({}),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  entrypoint: z.array(z.string()).optional(),
  build: z.object({ dockerfile: z.string(), target: z.string() }).optional(),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.unknown().optional(),
})

describe('compose.yaml', () => {
  const { services, volumes } = z
    .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.unknown()) })
    .parse(parse(read('compose.yaml'), { merge: true }))
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
    for (const [, { environment, healthcheck, volumes: mounted }] of ofImage('interline-api')) {
      expect(mounted).toEqual([`audit-archive:${auditArchiveFolder({ dataDir: '/data' })}`])
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
    const origins = ofImage('interline-origin').filter(([name]) => name !== 'renew')
    expect(origins.map(([name, { command }]) => [name, command]).sort()).toEqual(
      parts.map((part) => [part, [part, '3000']]),
    )
    for (const [name, { environment }] of origins) {
      expect(Object.keys(environment).filter((setting) => !originSettings.includes(setting))).toEqual([])
      expect(environment.TRUST_PROXY).toBe('uniquelocal')
      if (name === 'shell') expect(readPageSettings(environment).apiUrl).toBe('http://api.interline.localhost:8080')
    }
  })

  it('renews the release before it ends, over and over', async () => {
    const { command, environment, entrypoint, volumes: mounted } = services.renew ?? expect.unreachable()
    expect(await renewsWith(command, environment)).toBe('on schedule')
    expect(mounted).toEqual(['releases:/data'])
    const [shell = '', flag = '', script = '', ...name] = entrypoint ?? []
    const once = script.replaceAll('$$', '$').replace('sleep 86400 & wait $!', 'break')
    expect(spawnSync(shell, [flag, once, ...name, 'echo', 'it', 'ran'], { encoding: 'utf8' }).stdout).toBe('it ran\n')
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
  volumeMounts: z.array(z.object({ name: z.string() })),
})
const cronJob = z.object({
  schedule: z.string(),
  jobTemplate: z.object({
    spec: z.object({
      template: z.object({
        spec: z.object({
          securityContext: z.object({ runAsNonRoot: z.literal(true) }),
          containers: z.array(
            container.omit({ readinessProbe: true, livenessProbe: true, lifecycle: true }).extend({
              command: z.array(z.string()),
            }),
          ),
          volumes: z.array(z.object({ name: z.string() })),
        }),
      }),
    }),
  }),
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
  const ofTheCommands = ['PORT', 'ARTIFACT_STORE', 'CHROMIUM_PATH']
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

  it('renews the release before it ends, each night, as what may write the releases and nothing else', async () => {
    const { schedule, jobTemplate } = cronJob.parse(find('CronJob', 'renew')?.spec)
    expect(schedule).toMatch(/^\d+ \d+ \* \* \*$/)
    const { containers, volumes } = jobTemplate.spec.template.spec
    const [one = expect.unreachable()] = containers
    const env = Object.fromEntries(one.env.map(({ name, value = '' }) => [name, value]))
    expect(await renewsWith([...one.command, ...one.args], env)).toBe('on schedule')
    expect(one.volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name))
    expect(deployments.find(({ name }) => name === 'shell')?.template.spec.containers[0]?.image).toBe(one.image)
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
          (setting) => /PASSWORD|SECRET|ACCESS_KEY|_URL$/.test(setting) && !/API_URL|SOCKET_URL/.test(setting),
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
    expect(readPageSettings(find('ConfigMap', 'interline-shell')?.data ?? {}).socketUrl).toBe(
      'https://api.interline.example.com',
    )
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
        .rules.flatMap(({ host, http }) => http.paths.map(({ backend: to }) => [host.split('.')[0], to.service.name])),
    )
    expect(hosts.filter(([host, to]) => host !== (to === 'shell' ? 'office' : to))).toEqual([])
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
})
