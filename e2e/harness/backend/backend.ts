import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { io } from 'socket.io-client'
import { readInstances, type BackendKind } from '../product/instances.ts'
import { runFolder } from '../product/run-folder.ts'

export const admin = { email: 'admin@interline.test', password: 'interline-demo' }
/** An administrator of each role in the demo data. */
export const administratorOf = {
  owner: admin,
  admin: { ...admin, email: 'theo@interline.test' },
  support: { ...admin, email: 'ines@interline.test' },
  viewer: { ...admin, email: 'jonas@interline.test' },
}

export type Row = Record<string, unknown> & { _id: string; full_name: string }

/** Whether a driver's documents are there, and good: no reason is asked to verify them. */
export const isInOrder = (row: Row): boolean => {
  const days = (row['expires_on'] ?? {}) as Record<string, string | null>
  const today = new Date().toISOString().slice(0, 10)
  return ['driving_licence', 'car_document', 'car_insurance'].every(
    (field) => row[field] && (days[field] ?? today) >= today,
  )
}

/** How a call goes wrong. */
export type Fault = 'html' | 'cut' | 'error' | 'slow' | 'unauthorised' | 'refuse' | 'empty' | 'not-a-list'

/**
 * A backend as an administrator's token sees it. With the bare backend the rows behind the token belong to it alone.
 */
export type Backend = Awaited<ReturnType<typeof signInTo>>

export async function signInTo(kind: BackendKind, apiUrl = readInstances()[kind].apiUrl, who = admin) {
  const call = async (method: string, path: string, payload?: object, token?: string) => {
    const response = await fetch(`${apiUrl}/api/v1${path}`, {
      method,
      headers: {
        'public-request': 'true',
        ...(payload && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(payload && { body: JSON.stringify(payload) }),
    })
    return { status: response.status, body: (await response.json()) as { success: boolean; data: unknown } }
  }
  const login = await call('POST', '/user/auth/admin-login', who)
  const { token, user } = login.body.data as { token: string; user: { _id: string; full_name?: string } }

  const rows = async (path: string) => {
    const { body } = await call('GET', path, undefined, token)
    return (body.data as unknown[]).filter((row): row is Row => typeof row === 'object' && row !== null && '_id' in row)
  }

  return {
    kind,
    apiUrl,
    token,
    user,
    call: (method: string, path: string, payload?: object) => call(method, path, payload, token),
    rows,

    /** The first row that fits and that no other test of this run was given: the caller may change it. */
    async take(path: string, fits: (row: Row) => boolean = () => true): Promise<Row> {
      for (const row of await rows(path)) {
        if (!fits(row) || /hostile|empty/.test(row._id)) continue
        try {
          mkdirSync(join(runFolder(), `row-${row._id}`))
          return row
        } catch {
          continue
        }
      }
      throw new Error(`no row of ${path} is left that fits`)
    },

    /** A person to chat with whom no other test of this run knows, and a client of theirs on the socket. */
    async person(role: 'driver' | 'user'): Promise<Person> {
      if (kind === 'bare') {
        const { _id, full_name } = await this.take(`/admin/${role}s`, (row) =>
          new RegExp(`-${role}-[1-9]`).test(row._id),
        )
        return { _id, full_name, role, connect: () => connectPerson(apiUrl, _id) }
      }
      const full_name = `Robin ${unique()}`
      const registered = await call('POST', '/user/auth/register', {
        role,
        full_name,
        email: `${unique()}@people.test`,
        phone: '+1 555 0100',
        password: 'a long enough password',
      })
      const { token: own, user: profile } = registered.body.data as { token: string; user: Row }
      return { _id: profile._id, full_name, role, token: own, connect: () => connectPerson(apiUrl, profile._id, own) }
    },

    /** Makes a call of this session go wrong in this page, until told otherwise (`null`). */
    async spoil(page: Page, path: string, fault: Fault | null): Promise<void> {
      if (kind === 'bare') {
        await fetch(`${apiUrl}/control/${token}`, { method: 'POST', body: JSON.stringify({ path, mode: fault }) })
        return
      }
      if (fault === null) return page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.route((url) => url.pathname === `/api/v1${path}`, spoiled(fault))
    },
  }
}

export type Person = {
  _id: string
  full_name: string
  role: 'driver' | 'user'
  /** Where the backend has such. */ token?: string
  connect: () => Promise<PersonClient>
}
type Received = { senderId: string; message: string }
export type PersonClient = { received: Received[]; send: (to: string, message: string) => void; close: () => void }

let made = 0
const unique = () => `p${process.pid}x${Date.now().toString(36)}x${(made += 1)}`

/** A driver's or user's own app, which knows no more than the three events of SPEC §7. */
async function connectPerson(url: string, _id: string, token?: string): Promise<PersonClient> {
  const socket = io(url, { forceNew: true, transports: ['websocket'], ...(token && { auth: { token } }) })
  const received: Received[] = []
  socket.on('receive-message', (message: Received) => received.push(message))
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
  socket.emit('user-connected', { userId: _id })
  return {
    received,
    send: (receiverId, message) =>
      void socket.emit('send-message', { senderId: _id, receiverId, message, role: 'User' }),
    close: () => void socket.disconnect(),
  }
}

const spoiled = (fault: Fault) => async (route: Route) => {
  if (route.request().method() === 'OPTIONS') return route.continue()
  const json = (status: number, body: object) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      body: JSON.stringify(body),
    })
  switch (fault) {
    case 'cut':
      return route.abort('connectionreset')
    case 'html':
      return route.fulfill({
        status: 200,
        contentType: 'text/html',
        headers: { 'access-control-allow-origin': '*' },
        body: '<h1>Bad gateway</h1>',
      })
    case 'error':
      return json(500, { success: false })
    case 'unauthorised':
      return json(401, { success: false })
    case 'refuse':
      return json(200, { success: false })
    case 'empty':
      return json(200, { success: true, data: [] })
    case 'not-a-list':
      return json(200, { success: true, data: { rows: 'none' } })
    case 'slow': {
      // This is what is played.
      // eslint-disable-next-line no-restricted-syntax
      await new Promise((resolve) => setTimeout(resolve, 5000))
      return route.continue()
    }
  }
}
