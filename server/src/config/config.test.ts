import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('has a default for every setting', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 4000,
    demoRows: 200,
    production: false,
    publicUrl: 'http://localhost:4000',
    allowedOrigins: ['http://localhost:3000'],
  })
  expect(config.dataDir).toMatch(/\.data$/)
})

it.each([
  ['API_PORT', { API_PORT: 'http' }],
  ['API_PORT', { API_PORT: '70000' }],
  ['DEMO_ROWS', { DEMO_ROWS: '-1' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://host/db' }],
  ['DATABASE_POOL', { DATABASE_POOL: '1' }],
  ['DATABASE_POOL', { DATABASE_POOL: 'all' }],
  ['DATABASE_CONNECT_TIMEOUT', { DATABASE_CONNECT_TIMEOUT: '0' }],
  ['DATABASE_STATEMENT_TIMEOUT', { DATABASE_STATEMENT_TIMEOUT: '-5' }],
  ['DATABASE_LOCK_TIMEOUT', { DATABASE_LOCK_TIMEOUT: 'never' }],
  ['DATABASE_IDLE_TIMEOUT', { DATABASE_IDLE_TIMEOUT: '1h' }],
  ['DATABASE_LONG_TIMEOUT', { DATABASE_LONG_TIMEOUT: '1e9' }],
  ['DATABASE_URL: names no database', { DATABASE_URL: 'postgres://interline@db.test:5432' }],
  ['DATABASE_URL: names no database', { DATABASE_URL: 'postgres://interline@db.test:5432/' }],
  ['DATABASE_URL: has a %', { DATABASE_URL: 'postgres://50%zz:secret@db.test/interline' }],
  ['DATABASE_URL: has a %', { DATABASE_URL: 'postgres://interline:100%@db.test/interline' }],
  ['REDIS_URL', { REDIS_URL: 'localhost' }],
  ['REDIS_URL: names its database by a number', { REDIS_URL: 'redis://cache.test/interline' }],
  ['REDIS_URL: has a %', { REDIS_URL: 'redis://:%zz@cache.test' }],
  ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'too short' }],
  ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'e\u0301'.repeat(11) }],
  ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'a@b.example' }],
  ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'long enough to be one' }],
  ['ALLOWED_ORIGINS', { ALLOWED_ORIGINS: 'here,there' }],
  ['ALLOWED_ORIGINS: "office.test:443"', { ALLOWED_ORIGINS: 'http://a.test,office.test:443' }],
  ['S3_BUCKET', { S3_ENDPOINT: 'http://store.test' }],
  ['S3_ENDPOINT: is missing beside S3_BUCKET', { S3_BUCKET: 'papers' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['HOST: "office"', { HOST: 'office' }],
  ['TRUST_PROXY: "maybe"', { TRUST_PROXY: 'loopback, maybe' }],
  ['TRUST_PROXY: "10.0.0.0/33"', { TRUST_PROXY: '10.0.0.0/33' }],
  ['TRUST_PROXY: "::1/0"', { TRUST_PROXY: '::1/0' }],
  ['SSO_ISSUER: must be a URL', { SSO_ISSUER: 'http://login.test' }],
  ['SSO_ISSUER: must be a URL', { SSO_ISSUER: 'login.test' }],
  ['SSO_ISSUER: must be a URL', { SSO_ISSUER: 'https://login.test/?tenant=1' }],
  ['SSO_ISSUER: is missing beside SSO_CLIENT_ID', { SSO_CLIENT_ID: 'office' }],
  ['SSO_ALLOWED_DOMAINS, SSO_ROLES: missing beside', { SSO_ISSUER: 'https://login.test', SSO_CLIENT_ID: 'office' }],
  ['SSO_ALLOWED_DOMAINS: "office"', { SSO_ALLOWED_DOMAINS: 'office.test, office' }],
  ['SSO_ALLOWED_DOMAINS: names no domain', { SSO_ALLOWED_DOMAINS: ',' }],
  ['SSO_ROLES: "staff=boss"', { SSO_ROLES: 'owners=owner,staff=boss' }],
  ['SSO_ROLES: gives nobody a role', { SSO_ROLES: ', ' }],
  ['SSO_SCOPE', { SSO_SCOPE: 'email' }],
  ['SSO_EMAIL_UNVERIFIED: must be refuse or accept', { SSO_EMAIL_UNVERIFIED: 'yes' }],
  ...['common', 'organizations', 'consumers', 'Common', '9188040d-6c67-4c5b-b112-36a304b66dad'].map(
    (tenant): [string, Record<string, string>] => [
      'SSO_EMAIL_UNVERIFIED: accept is refused for an issuer of many tenants',
      {
        SSO_ISSUER: `https://login.microsoftonline.com/${tenant}/v2.0`,
        SSO_CLIENT_ID: 'office',
        SSO_ALLOWED_DOMAINS: 'office.test',
        SSO_ROLES: 'owners=owner',
        SSO_EMAIL_UNVERIFIED: 'accept',
      },
    ],
  ),
  ['SSO_PASSWORDS: must be on or off', { SSO_PASSWORDS: 'no' }],
  ['SSO_PASSWORDS: off leaves no way', { SSO_PASSWORDS: 'off' }],
])('refuses a wrong %s by its name', (name, env) => {
  expect(() => readConfig(env)).toThrow(name)
})

it('believes proxies by address, network and the names of such', () => {
  const list = ['loopback', '10.1.2.3', '10.0.0.0/8', 'fd00::/8', 'uniquelocal']
  expect(readConfig({ TRUST_PROXY: list.join(', ') }).trustedProxies).toEqual(list)
  expect(readConfig({ TRUST_PROXY: ' ' }).trustedProxies).toEqual([])
})

it('takes no other word for production: that would be demo data and a known password', () => {
  expect(() => readConfig({ NODE_ENV: 'Production' })).toThrow(/^NODE_ENV: .*"production"/)
  expect(readConfig({ NODE_ENV: '' }).production).toBe(false)
})

it('never has demo data in production', () => {
  expect(readConfig({ NODE_ENV: 'production', DEMO_ROWS: '50' }).demoRows).toBe(0)
})

it('reads how long a database may take in seconds', () => {
  expect(readConfig({ DATABASE_POOL: '25', DATABASE_STATEMENT_TIMEOUT: '0.5' }).databaseLimits).toMatchObject({
    pool: 25,
    statement: 500,
  })
})

it('takes an empty setting for one that is not set', () => {
  expect(readConfig({ DATABASE_URL: '', API_PORT: '', S3_ENDPOINT: '' })).toMatchObject({
    port: 4000,
    databaseUrl: undefined,
    s3: undefined,
  })
})

it('reads who may sign in through a provider, and as what', () => {
  const env = {
    SSO_ISSUER: 'https://login.test/realms/office',
    SSO_CLIENT_ID: 'interline',
    SSO_ALLOWED_DOMAINS: 'Office.test, shop.test',
    SSO_ROLES: 'back-office-owners=owner, cn=staff=support',
  }
  expect(readConfig({}).singleSignOn).toBeUndefined()
  expect(readConfig(env)).toMatchObject({
    passwords: true,
    singleSignOn: {
      clientSecret: undefined,
      scope: 'openid email profile',
      allowedDomains: ['office.test', 'shop.test'],
      roleClaim: 'groups',
      roles: [
        { value: 'back-office-owners', role: 'owner' },
        { value: 'cn=staff', role: 'support' },
      ],
    },
  })
  expect(readConfig({ ...env, SSO_PASSWORDS: 'off' }).passwords).toBe(false)
  expect(readConfig(env).singleSignOn?.takesUnverified).toBe(false)
  expect(readConfig({ ...env, SSO_EMAIL_UNVERIFIED: 'accept' }).singleSignOn?.takesUnverified).toBe(true)
})
