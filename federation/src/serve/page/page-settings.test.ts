import { expect, it } from 'vitest'
import { readPageSettings } from './page-settings.ts'

const read = (env: Record<string, string>) => readPageSettings({ API_URL: 'http://localhost:4000', ...env })

it('takes an empty setting for one that is not set', () => {
  expect(read({ LOADER_MS: '', FOOTER_YEAR: '', TIME_ZONE: '' })).toMatchObject({
    loaderMs: 3000,
    footerYear: 2024,
    timeZone: null,
  })
})

it.each([
  [{ LOADER_MS: 'abc' }, 'LOADER_MS: must be a whole number from 0 to 60000'],
  [{ LOADER_MS: '-5' }, 'LOADER_MS: must be a whole number from 0 to 60000'],
  [{ FOOTER_YEAR: '20.5' }, 'FOOTER_YEAR: must be a whole number from 1970 to 9999'],
  [{ TIME_ZONE: 'Mars/Base' }, 'TIME_ZONE: is not an IANA time zone such as Europe/Berlin'],
  [{ DEV_OVERRIDE: 'yes' }, 'DEV_OVERRIDE: must be on or off'],
  [{ DEV_OVERRIDE: 'on', NODE_ENV: 'production' }, 'DEV_OVERRIDE: must be off with NODE_ENV=production'],
  [{ API_URL: 'backend' }, 'API_URL: must be an http(s) address'],
  [{ DOCUMENTS_URL: 'api.test' }, 'DOCUMENTS_URL: must be an http(s) address'],
])('refuses %j in words that say what it must be', (env, message) => {
  expect(() => read(env)).toThrow(message)
})

it('take documents from the API’s address unless they have one of their own', () => {
  expect(read({}).documentsUrl).toBe('http://localhost:4000')
  expect(read({ DOCUMENTS_URL: 'http://files.test/' }).documentsUrl).toBe('http://files.test')
})

it('lets people start a dev override only where it was said', () => {
  expect(read({ DEV_OVERRIDE: 'on' })).toMatchObject({ devOverride: true })
  const without: Record<string, string>[] = [{}, { DEV_OVERRIDE: '' }, { DEV_OVERRIDE: 'off', NODE_ENV: 'production' }]
  for (const env of without) expect(read(env)).not.toHaveProperty('devOverride')
})

it('name the identity provider where there is one, and whether it is the only way', () => {
  const SSO_ISSUER = 'https://login.test'
  expect(read({ SSO_NAME: 'Office Login' })).not.toHaveProperty('singleSignOn')
  expect(read({ SSO_ISSUER }).singleSignOn).toEqual({ name: 'single sign-on', isOnly: false })
  expect(read({ SSO_ISSUER, SSO_NAME: 'Office Login', SSO_PASSWORDS: 'off' }).singleSignOn).toEqual({
    name: 'Office Login',
    isOnly: true,
  })
  expect(() => read({ SSO_ISSUER, SSO_PASSWORDS: 'no' })).toThrow('SSO_PASSWORDS: must be on or off')
})
