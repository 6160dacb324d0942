/** A build that does wrong: its module of routes with the path of Depots, and how a visit of it ends. */
type BadBuild = { name: string; routes: string; ends: 'falls back' | 'panel' | 'stands' }

const react = `import { use, useEffect, useLayoutEffect, useState } from 'react'\n`
const uses = `void [use, useEffect, useLayoutEffect, useState]\n`
const screen = (body: string, after = '') =>
  `${react}${uses}function Depots() {\n${body}\n}\nexport const routes: unknown = [{ path: '/depots', Component: Depots }]\n${after}`
const stands = `return <p>It stands</p>`

export const badBuilds: BadBuild[] = [
  {
    name: 'throws when it is evaluated',
    routes: `export const routes: unknown = []\nthrow new Error('a map without cities')\n`,
    ends: 'falls back',
  },
  { name: 'throws when it is drawn', routes: screen(`throw new Error('a map without cities')`), ends: 'falls back' },
  { name: 'throws null', routes: screen(`throw null`), ends: 'falls back' },
  { name: 'throws a text', routes: screen(`throw 'a map'`), ends: 'falls back' },
  {
    name: 'throws in an effect',
    routes: screen(`useEffect(() => { throw new Error('a map without cities') }, [])\n${stands}`),
    ends: 'falls back',
  },
  {
    name: 'throws in a layout effect',
    routes: screen(`useLayoutEffect(() => { throw new Error('a map without cities') }, [])\n${stands}`),
    ends: 'falls back',
  },
  {
    name: 'waits for ever',
    routes: screen(`use(never)\n${stands}`, `const never = new Promise<never>(() => undefined)\n`),
    ends: 'falls back',
  },
  {
    name: 'draws itself without an end',
    routes: screen(`const [n, setN] = useState(0)\nsetN(n + 1)\n${stands}`),
    ends: 'falls back',
  },
  {
    name: 'updates itself without an end',
    routes: screen(`const [n, setN] = useState(0)\nuseLayoutEffect(() => setN(n + 1))\n${stands}`),
    ends: 'falls back',
  },
  { name: 'draws what is no element', routes: screen(`return { a: 1 } as never`), ends: 'falls back' },
  { name: 'has no routes', routes: `export const something = 1\n`, ends: 'falls back' },
  { name: 'has routes that are no list', routes: `export const routes = 'none'\n`, ends: 'falls back' },
  { name: 'has not the route that it promises', routes: `export const routes: unknown = []\n`, ends: 'falls back' },
  {
    name: 'has a route without a component',
    routes: `export const routes: unknown = [{ path: '/depots' }]\n`,
    ends: 'falls back',
  },
  {
    name: 'has routes that are null',
    routes: `export const routes: unknown = [null, { path: '/depots' }]\n`,
    ends: 'falls back',
  },
  {
    name: 'throws in the clean-up of its effects',
    routes: screen(
      `useEffect(() => () => { throw new Error('gone') }, [])\nuseLayoutEffect(() => () => { throw new Error('gone too') }, [])\n${stands}`,
    ),
    ends: 'stands',
  },
  {
    name: 'throws in a timer after it stood',
    routes: screen(`useEffect(() => void setTimeout(() => { throw new Error('later') }, 300), [])\n${stands}`),
    ends: 'stands',
  },
  {
    name: 'rejects a promise after it stood',
    routes: screen(
      `useEffect(() => void setTimeout(() => { void Promise.reject(new Error('later')) }, 300), [])\n${stands}`,
    ),
    ends: 'stands',
  },
  {
    name: 'throws while it is drawn again',
    routes: screen(
      `const [late, setLate] = useState(false)\nuseEffect(() => { const timer = setTimeout(() => setLate(true), 300); return () => clearTimeout(timer) }, [])\nif (late) throw new Error('later')\n${stands}`,
    ),
    ends: 'panel',
  },
  {
    name: 'takes its nodes away from React',
    routes: screen(
      `const [shown, setShown] = useState(true)\nuseEffect(() => { document.querySelector('#depots')?.remove(); const timer = setTimeout(() => setShown(false), 300); return () => clearTimeout(timer) }, [])\nreturn <div>{shown && <p id="depots">It stood</p>}</div>`,
    ),
    ends: 'panel',
  },
]
