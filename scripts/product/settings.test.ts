import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requireFreePorts } from './ports.ts'
import { readSettings } from './settings.ts'

describe('the settings of npm start', () => {
  it('are those of DESIGN when nothing is set', () => {
    expect(readSettings({}, 5)).toEqual({
      host: 'localhost',
      port: 3000,
      apiPort: 4000,
      apiUrl: null,
      dataDir: resolve('.data'),
      allowedOrigins: [],
      production: false,
      devOverride: true,
    })
  })

  it.each([
    [{}, true],
    [{ HOST: '127.0.0.1' }, true],
    [{ HOST: '::1' }, true],
    [{ DEV_OVERRIDE: 'off' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.168.1.5' }, false],
    [{ HOST: '0.0.0.0', DEV_OVERRIDE: 'on' }, true],
    [{ NODE_ENV: 'production' }, false],
  ])('start a dev override with %j: %j', (env, devOverride) => {
    expect(readSettings(env, 5)).toMatchObject({ devOverride })
  })

  it('take an empty value as not set', () => {
    expect(readSettings({ PORT: '', API_PORT: '', API_URL: '', DATA_DIR: '' }, 5)).toEqual(readSettings({}, 5))
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT: "abc" is not a port'],
    [{ PORT: '0' }, 'PORT: "0" is not a port'],
    [{ PORT: '65532' }, 'PORT: "65532" is not a port from 1 to 65531'],
    [{ API_PORT: '70000' }, 'API_PORT: "70000" is not a port'],
    [{ API_PORT: '3002' }, 'API_PORT: 3002 is one of the ports 3000 to 3004'],
    [{ API_URL: 'backend' }, 'API_URL: "backend" is not an http(s) address'],
    [{ API_URL: 'ftp://host' }, 'API_URL: "ftp://host" is not an http(s) address'],
    [{ API_URL: 'http://host:1/api/v1' }, 'API_URL: "http://host:1/api/v1" must be host and port only'],
    [{ LOADER_MS: 'abc' }, 'LOADER_MS: must be a whole number from 0 to 60000'],
    [{ SOCKET_URL: 'host' }, 'SOCKET_URL: must be an http(s) address'],
    [{ HOST: 'office' }, 'HOST: "office" is no address'],
    [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY: "maybe" is no address'],
    [{ DEV_OVERRIDE: 'yes' }, 'DEV_OVERRIDE: must be on or off'],
    [{ DEV_OVERRIDE: 'on', NODE_ENV: 'production' }, 'DEV_OVERRIDE: must be off with NODE_ENV=production'],
    [{ TIME_ZONE: 'Mars/Olympus' }, 'TIME_ZONE: is not an IANA time zone'],
  ])('refuse %j by name', (env, message) => {
    expect(() => readSettings(env, 5)).toThrow(message)
  })

  it('take a backend that is there, without the slash at its end', () => {
    expect(readSettings({ API_URL: 'http://backend:4000/', API_PORT: '3001' }, 5).apiUrl).toBe('http://backend:4000')
  })
})

describe('a taken port', () => {
  it('is named, with what needs it and the setting that moves it', async () => {
    const taken = createServer().listen(0, '::1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    await expect(requireFreePorts([{ port, what: 'the origin of users', setting: 'PORT' }])).rejects.toThrow(
      `Port ${port} is taken; the origin of users needs it. Stop what listens there, or choose another with PORT=…`,
    )
    taken.close()
    const wanted = [{ port, what: 'the origin of users', setting: 'PORT' }]
    await expect(requireFreePorts(wanted, '203.0.113.1')).rejects.toThrow(
      'HOST: 203.0.113.1 is no address of this machine',
    )
  })
})
