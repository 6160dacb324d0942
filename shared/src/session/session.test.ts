import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isPermitted } from '../contract/administrators/role-permissions.ts'
import { toAdministrator } from './stored-session.ts'

const user = {
  _id: 'a1',
  full_name: 'Ada Admin',
  email: 'ada@interline.test',
  role: 'admin' as const,
  profile_picture: null,
}

async function freshTab() {
  vi.resetModules()
  const { queryClient } = await import('../api/index.ts')
  return { ...(await import('./index.ts')), queryClient }
}

const fromOtherTab = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))

beforeEach(() => localStorage.clear())

describe('session', () => {
  it('§4 is authenticated when a token is present in local storage at startup', async () => {
    localStorage.setItem('token', 'T')
    localStorage.setItem('user', JSON.stringify(user))
    const { session } = await freshTab()
    expect(session.getState()).toMatchObject({ authenticated: true, token: 'T', user })
  })

  it('has the id of a person as text where a backend counts in numbers', async () => {
    localStorage.setItem('token', 'T')
    localStorage.setItem('user', JSON.stringify({ ...user, _id: 1 }))
    expect((await freshTab()).session.getState().user?._id).toBe('1')
  })

  it.each([
    [undefined, undefined, true, false],
    ['owner', 'owner', true, true],
    ['viewer', 'viewer', false, false],
    ['a role of tomorrow', 'viewer', false, false],
  ])('permits by the role: %s', async (stored, admin_role, changesDrivers, manages) => {
    localStorage.setItem('token', 'T')
    localStorage.setItem('user', JSON.stringify({ ...user, admin_role: stored }))
    const { session } = await freshTab()
    const known = session.getState().user
    expect(known?.admin_role).toBe(admin_role)
    expect(known && isPermitted(known, 'drivers:write')).toBe(changesDrivers)
    expect(known && isPermitted(known, 'administrators:write')).toBe(manages)
  })

  it('§4 is not authenticated without a token', async () => {
    const { session } = await freshTab()
    expect(session.getState()).toMatchObject({ authenticated: false, token: null, user: null, endedBecause: null })
  })

  it('§3 stores under the keys user, token, auth0_profile, Name, profileURL, authenticated', async () => {
    const { session } = await freshTab()
    session.getState().signIn({ token: 'T', user: { ...user, profile_picture: 'https://files.test/ada.png' } })
    expect(
      Object.keys(localStorage)
        .filter((key) => key !== 'interline-preferences')
        .sort(),
    ).toEqual(['Name', 'auth0_profile', 'authenticated', 'profileURL', 'token', 'user'])
    expect(localStorage.getItem('Name')).toBe('Ada Admin')
    expect(localStorage.getItem('authenticated')).toBe('true')
  })

  it('§2 clears the stored profile image, token, profile, name and user at log-out', async () => {
    const { session } = await freshTab()
    session.getState().signIn({ token: 'T', user })
    session.getState().signOut('signed-out')
    for (const key of ['profileURL', 'token', 'auth0_profile', 'Name', 'user'])
      expect(localStorage.getItem(key)).toBeNull()
    expect(localStorage.getItem('authenticated')).toBe('false')
    expect(session.getState()).toMatchObject({ authenticated: false, user: null, endedBecause: 'signed-out' })
  })

  it('forgets what the server said when the session ends', async () => {
    const { session, queryClient } = await freshTab()
    session.getState().signIn({ token: 'T', user })
    queryClient.setQueryData(['drivers'], ['private'])
    session.getState().signOut('expired')
    expect(queryClient.getQueryData(['drivers'])).toBeUndefined()
  })

  it('follows a log-out of another tab', async () => {
    const { session } = await freshTab()
    session.getState().signIn({ token: 'T', user })
    localStorage.removeItem('token')
    fromOtherTab('token')
    expect(session.getState()).toMatchObject({ authenticated: false, endedBecause: 'elsewhere' })
  })

  it('has expired where it expired in another tab, so that what was entered here is kept too', async () => {
    const expiring = (await freshTab()).session
    const { session } = await freshTab()
    for (const tab of [expiring, session]) tab.getState().signIn({ token: 'T', user })
    expiring.getState().signOut('expired')
    fromOtherTab('token')
    expect(session.getState()).toMatchObject({ authenticated: false, endedBecause: 'expired' })
    for (const tab of [expiring, session]) tab.getState().signIn({ token: 'U', user })
    expiring.getState().signOut('signed-out')
    fromOtherTab('token')
    expect(session.getState()).toMatchObject({ authenticated: false, endedBecause: 'elsewhere' })
  })

  it('follows a sign-in of another tab, and drops what the one before had loaded', async () => {
    const { session, queryClient } = await freshTab()
    session.getState().signIn({ token: 'T', user })
    session.getState().needFactorSetup()
    queryClient.setQueryData(['drivers'], ['private'])
    localStorage.setItem('user', JSON.stringify({ ...user, _id: 'b2' }))
    localStorage.setItem('token', 'U')
    fromOtherTab('token')
    expect(session.getState()).toMatchObject({
      authenticated: true,
      token: 'U',
      user: { _id: 'b2' },
      factorSetupNeeded: false,
    })
    expect(queryClient.getQueryData(['drivers'])).toBeUndefined()
  })

  it.each(['{', 'null', '[]', '"x"', '42'])('survives a stored user that is %s', async (text) => {
    localStorage.setItem('token', 'T')
    localStorage.setItem('user', text)
    const { session } = await freshTab()
    expect(session.getState()).toMatchObject({ authenticated: true, user: null })
  })

  it('works for the life of the tab when storage is forbidden', async () => {
    const forbidden = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const { session } = await freshTab()
    session.getState().signIn({ token: 'T', user })
    expect(session.getState()).toMatchObject({ authenticated: true, token: 'T', user })
    forbidden.mockRestore()
  })

  it('refuses a login answer that carries no token', async () => {
    const { session } = await freshTab()
    expect(() => session.getState().signIn({ user } as never)).toThrow()
    expect(session.getState().authenticated).toBe(false)
  })
})

describe('the abilities of the backend', () => {
  const ours = ['views', 'conversations']
  const everything = expect.arrayContaining(['idempotency-keys', 'bulk-ids', 'client-ids', 'accounts', ...ours])
  const store = (backend: string | null, admin_role?: string) => {
    localStorage.setItem('user', JSON.stringify({ ...user, admin_role }))
    if (backend !== null) localStorage.setItem('interline-backend', backend)
    localStorage.setItem('token', 'T')
  }

  it.each([
    ['what it said, in the order of the contract', JSON.stringify(['conversations', 'views']), undefined, ours],
    ['what is known of it here', JSON.stringify(['views', 'of tomorrow', 3, null, 'conversations']), 'owner', ours],
    ['nothing, where it said so', '[]', 'owner', []],
    ['nothing, of one of SPEC §7', null, undefined, []],
    ['everything, of one of ours from before it said so', null, 'viewer', everything],
    ['everything, where what was stored is no list', '{"views":true}', 'viewer', everything],
    ['everything, where what was stored is broken', '[', 'viewer', everything],
    ['nothing, where it is broken of one of SPEC §7', '[', undefined, []],
  ])('is there at the start: %s', async (_, stored, admin_role, can) => {
    store(stored, admin_role)
    expect([...(await freshTab()).backendNow()]).toEqual(can)
  })

  it('is known from a sign-in on, after a reload too, and until the next', async () => {
    const { session, backendNow } = await freshTab()
    expect([...backendNow()]).toEqual([])
    session.getState().signIn({ token: 'T', user: { ...user, admin_role: 'owner' }, backend: ours })
    expect([...backendNow()]).toEqual(ours)
    expect([...(await freshTab()).backendNow()]).toEqual(ours)
    session.getState().signIn({ token: 'U', user })
    expect([...backendNow()]).toEqual([])
    expect(localStorage.getItem('interline-backend')).toBeNull()
  })

  it('stays for screens that wait, hidden, for an expired session, and is stored no longer', async () => {
    const { session, backendNow } = await freshTab()
    session.getState().signIn({ token: 'T', user, backend: ours })
    session.getState().signOut('expired')
    expect([...backendNow()]).toEqual(ours)
    expect(localStorage.getItem('interline-backend')).toBeNull()
  })

  it('follows a sign-in and a log-out of another tab', async () => {
    const { backendNow } = await freshTab()
    store(JSON.stringify(ours))
    fromOtherTab('token')
    expect([...backendNow()]).toEqual(ours)
    localStorage.clear()
    fromOtherTab('token')
    expect([...backendNow()]).toEqual(ours)
  })

  it('changes nothing where the backend says the same again, or nothing that is a list', async () => {
    const { session } = await freshTab()
    session.getState().signIn({ token: 'T', user, backend: ours })
    const before = session.getState()
    for (const said of [ours, undefined, 'views']) session.getState().takeBackend(said)
    expect(session.getState()).toBe(before)
    session.getState().takeBackend([])
    expect([...(session.getState().backend ?? [])]).toEqual([])
  })
})

describe('the permissions of the signed-in administrator', () => {
  it.each([
    ['a viewer', 'viewer', [false, true, false, true]],
    ['an admin', 'admin', [true, true, false, true]],
    ['an owner', 'owner', [true, true, true, true]],
    ['one of a backend without roles', undefined, [false, true, false, false]],
    ['one whose role is none that we know', 'king', [false, true, false, true]],
  ])('%s', (_who, admin_role, wanted) => {
    const user = toAdministrator({ _id: 'a1', full_name: 'Maya', ...(admin_role && { admin_role }) })
    const permitted = (['audit:read', 'drivers:read', 'administrators:write', 'records:read'] as const).map(
      (permission) => isPermitted(user ?? {}, permission),
    )
    expect(permitted).toEqual(wanted)
  })
})

describe('changes that administrators make to their own account', () => {
  const maya = { _id: 'a1', full_name: 'Maya', email: '', role: 'admin' as const, admin_role: 'owner' as const }
  const stored = () => JSON.parse(localStorage.getItem('user') ?? 'null') as Record<string, unknown> | null

  it('writes the name alone: a role that another tab learned meanwhile stays', async () => {
    const { session } = await freshTab()
    session.getState().signIn({ token: 'T', user: { ...maya, profile_picture: null } })
    localStorage.setItem('user', JSON.stringify({ ...stored(), admin_role: 'viewer' }))
    session.getState().takeOwn('a1', { full_name: 'Maya Lind' })
    expect(stored()).toMatchObject({ full_name: 'Maya Lind', admin_role: 'viewer' })
    expect(localStorage.getItem('Name')).toBe('Maya Lind')
    expect(session.getState().user?.full_name).toBe('Maya Lind')
  })

  it('brings no session back that ended meanwhile, and renames nobody else', async () => {
    const { session } = await freshTab()
    session.getState().signIn({ token: 'T', user: { ...maya, profile_picture: null } })
    for (const key of ['token', 'user', 'auth0_profile', 'Name']) localStorage.removeItem(key)
    session.getState().takeOwn('a1', { full_name: 'Maya Lind' })
    expect(['token', 'user', 'auth0_profile', 'Name'].map((key) => localStorage.getItem(key))).toEqual(
      Array(4).fill(null),
    )
    session.getState().signIn({ token: 'U', user: { ...maya, _id: 'a2', full_name: 'Theo', profile_picture: null } })
    session.getState().takeOwn('a1', { full_name: 'Maya Lind' })
    expect([stored()?.full_name, session.getState().user?.full_name]).toEqual(['Theo', 'Theo'])
  })
})
