import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { itUnless } from './services.ts'
import { startTestServer } from './test-server.ts'

const most = (() => {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
  } catch {
    return 0
  }
})()

// Says when it is ready, opens 800 connections a moment later, and says how many milliseconds the slowest one took.
const connectMany = `
  const { connect } = require('node:net')
  console.log('ready')
  setTimeout(async () => {
    const from = performance.now()
    const one = () => new Promise((resolve, reject) => connect(Number(process.argv[1]), '127.0.0.1').once('connect', () => resolve(performance.now() - from)).once('error', reject))
    console.log(Math.max(...await Promise.all(Array.from({ length: 800 }, one))))
    process.exit(0)
  }, 50)`

// Linux says how many connections may wait. One above that number is dropped, tries again after one second, and when
// there is still none after two more.
itUnless(most < 1000 ? `skipped: only ${most} connections may wait here` : undefined)(
  'lets in hundreds who come while it is busy',
  async () => {
    const server = await startTestServer('PGlite', { DEMO_ROWS: '0' })
    try {
      const child = spawn(process.execPath, ['-e', connectMany, String(server.port)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      const slowest = new Promise<number>((resolve) => child.once('exit', () => resolve(Number(output.split('\n')[1]))))
      await new Promise<void>((ready) => child.stdout.once('data', () => ready()))
      child.stdout.on('data', (text: Buffer) => (output += String(text)))
      output = 'ready\n'
      // Nobody is let in meanwhile.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000)
      expect(await slowest).toBeLessThan(2900)
    } finally {
      await server.close()
    }
  },
)
