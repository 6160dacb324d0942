/** A fault of a build that is asked for by this name, and how a visit of it ends. */
export type Misbehaviour = {
  name: string
  /** Run when the build is evaluated. */
  atOnce?: string
  /** The body of its screen, before it returns what stands. */
  body?: string
  /** The code that it returns in place of what stands. */
  draws?: string
  ends: 'falls back' | 'stands'
  /** Whether the stack of what it throws says whose it is. */
  reported?: boolean
}

const onceStood = (code: string) => `useEffect(() => { ${code} }, [])`

export const misbehaviours: Misbehaviour[] = [
  // It throws, or rejects with, something that is no readable error.
  { name: 'throws an object without a prototype', body: 'throw Object.create(null)', ends: 'falls back' },
  { name: 'throws a symbol', body: `throw Symbol('cities')`, ends: 'falls back' },
  {
    name: 'throws an error whose message throws',
    body: `throw Object.defineProperty(new Error(), 'message', { get() { throw new Error('again') } })`,
    ends: 'falls back',
  },
  {
    name: 'throws an error whose message is a number',
    body: `throw Object.assign(new Error(), { message: 7 })`,
    ends: 'falls back',
  },
  { name: 'throws a symbol when it is evaluated', atOnce: `throw Symbol('cities')`, ends: 'falls back' },
  {
    name: 'throws an object without a prototype when it is evaluated',
    atOnce: 'throw Object.create(null)',
    ends: 'falls back',
  },
  {
    name: 'throws a symbol in the clean-up of its effects',
    body: `useEffect(() => () => { throw Symbol('gone') }, [])`,
    ends: 'stands',
    reported: true,
  },
  {
    name: 'rejects a promise with an object without a prototype',
    body: onceStood('void Promise.reject(Object.create(null))'),
    ends: 'stands',
  },
  {
    name: 'rejects 1,000 promises a second',
    body: `useEffect(() => { const timer = setInterval(() => { for (let n = 0; n < 50; n += 1) void Promise.reject(new Error('cities ' + Math.random())) }, 50); return () => clearInterval(timer) }, [])`,
    ends: 'stands',
    reported: true,
  },
  // Its screen does not come, or is too much.
  { name: 'waits for a promise that it throws', body: 'throw new Promise(() => undefined)', ends: 'falls back' },
  {
    name: 'waits for another promise each time',
    body: 'use(Promise.resolve(1).then(() => new Promise(() => undefined)))',
    ends: 'falls back',
  },
  {
    name: 'draws 30,000 nodes',
    draws: `<div>{Array.from({ length: 30_000 }, (_, n) => <i key={n}>.</i>)}<p>It stands</p></div>`,
    ends: 'stands',
  },
  {
    name: 'draws over the page by a portal',
    draws: `<><p>It stands</p>{createPortal(<div id="over" style={{ position: 'fixed', inset: 0, zIndex: 9999, pointerEvents: 'none' }} />, document.body)}</>`,
    ends: 'stands',
  },
  // It changes things that are the page's.
  {
    name: 'pushes 1,000 addresses',
    body: onceStood(`for (let n = 0; n < 1000; n += 1) history.pushState({}, '', '?n=' + n)`),
    ends: 'stands',
  },
  {
    name: 'navigates without an end',
    body: `const navigate = useNavigate()\nuseEffect(() => void navigate('?n=' + Math.random(), { replace: true }))`,
    ends: 'stands',
  },
  {
    name: 'names the tab and takes window.onerror',
    body: onceStood(`document.title = 'Mine'; window.onerror = () => true; window.onunhandledrejection = () => true`),
    ends: 'stands',
  },
  {
    name: 'fills the storage',
    body: onceStood(
      `for (const store of [localStorage, sessionStorage]) for (let size = 1 << 20; size >= 1; size /= 2) try { for (let n = 0; ; n += 1) store.setItem('mine' + size + n, 'x'.repeat(size)) } catch { /* full */ }`,
    ),
    ends: 'stands',
  },
  {
    name: 'overwrites what the storage holds',
    body: onceStood(
      `for (const store of [localStorage, sessionStorage]) for (const key of Object.keys(store)) if (!/token|user|session|auth/i.test(key)) store.setItem(key, '[null,{"a":')`,
    ),
    ends: 'stands',
  },
  {
    name: 'sets 60 cookies of 3 kB',
    body: onceStood(
      `for (let n = 0; n < 60; n += 1) document.cookie = 'mine' + n + '=' + 'x'.repeat(3000) + '; path=/'`,
    ),
    ends: 'stands',
  },
  { name: 'asks by alert', atOnce: `alert('Welcome'); confirm('Really?'); prompt('Who?')`, ends: 'stands' },
  {
    name: 'registers a service worker',
    body: onceStood(`void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)`),
    ends: 'stands',
  },
  {
    name: 'throws when the socket tells something',
    body: `useSocketEvent('notification', () => { throw new Error('cities') })\nuseEffect(() => { getSocket().emitReserved?.('notification'); getSocket().listeners?.('notification') }, [])`,
    ends: 'stands',
  },
]

const anything =
  'import { createPortal } from "react-dom"\nimport { use, useEffect } from "react"\n' +
  `import { useNavigate } from '@interline/shared/router'\nimport { getSocket, useSocketEvent } from '@interline/shared/realtime'\n` +
  'void [createPortal, use, useEffect, useNavigate, getSocket, useSocketEvent]\n'

/** A module of routes that can do all of it: what is asked for by its index as a global of this name. */
export const sourceOfMisbehaviours = (path: string, asks: string): string => `// @ts-nocheck
${anything}
const asked = globalThis.${asks}
${misbehaviours.map(({ body = '', draws = '<p>It stands</p>' }, at) => `function Screen${at}() {\n${body}\nreturn ${draws}\n}`).join('\n')}
const Calm = () => <p>It stands</p>
const visits = { count: 0 }
function Again() {
  useEffect(() => { visits.count += 1; if (visits.count > 1) throw new Error('cities') }, [])
  return <p>It stands</p>
}
const screens = [${misbehaviours.map((_, at) => `Screen${at}`).join(', ')}]
const atOnce = [${misbehaviours.map(({ atOnce = '' }) => `() => { ${atOnce} }`).join(',\n')}]
atOnce[asked]?.()
export const routes = [{ path: '${path}', Component: asked === 'again' ? Again : (screens[asked] ?? Calm) }]
`
