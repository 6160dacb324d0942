import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { ViewConversationAck, TypingAck, WatchPresenceAck } from '@interline/shared/contract'
import { connectSocket, registerPerson, signInAdmin, type ConnectedPerson } from '../testing/socket-client.ts'
import { describeOnDatabase } from '../testing/services.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const theo = 'theo@interline.test'

describeOnDatabase('typing and presence on %s', (database) => {
  let server: TestServer
  const open: ConnectedPerson[] = []
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '4' })
  })
  afterEach(() => {
    for (const { socket } of open.splice(0)) socket.disconnect()
  })
  afterAll(() => server.close())

  async function join(who: { _id: string; token: string }): Promise<ConnectedPerson> {
    const person = await connectSocket(server, who)
    open.push(person)
    return person
  }
  const watch = (who: ConnectedPerson, partyIds: string[]) =>
    new Promise<WatchPresenceAck>((resolve) => void who.socket.emit('watch-presence', { partyIds }, resolve))
  const view = (who: ConnectedPerson, partyId: string | null) =>
    new Promise<ViewConversationAck>((resolve) => void who.socket.emit('look-at', { partyId }, resolve))
  const type = (who: ConnectedPerson, receiverId: string, isTyping = true) =>
    new Promise<TypingAck>((resolve) => void who.socket.emit('typing', { receiverId, isTyping }, resolve))

  it('says who is connected, and when somebody who left was last seen', async () => {
    const [maya, who] = [await join(await signInAdmin(server)), await registerPerson(server, 'driver')]
    expect(await watch(maya, [who._id])).toEqual({
      success: true,
      data: [{ partyId: who._id, isOnline: false, lastSeenAt: null }],
    })
    const [phone, tablet] = [await join(who), await join(who)]
    await expect.poll(() => maya.presence).toEqual([{ partyId: who._id, isOnline: true, lastSeenAt: null }])
    phone.socket.disconnect()
    await expect.poll(async () => (await watch(maya, [who._id])).success && maya.presence.length).toBe(1)
    const before = Date.now()
    tablet.socket.disconnect()
    await expect.poll(() => maya.presence.at(-1)).toMatchObject({ partyId: who._id, isOnline: false })
    const lastSeenAt = maya.presence.at(-1)?.lastSeenAt ?? ''
    expect(Date.parse(lastSeenAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(lastSeenAt)).toBeLessThanOrEqual(Date.now())
    expect(await watch(maya, [who._id])).toEqual({
      success: true,
      data: [{ partyId: who._id, isOnline: false, lastSeenAt }],
    })
  })

  it('announces nothing at a reload, and nothing to who watches somebody else', async () => {
    const [maya, other, who] = [
      await join(await signInAdmin(server)),
      await join(await signInAdmin(server, theo)),
      await registerPerson(server, 'user'),
    ]
    const first = await join(who)
    await watch(maya, [who._id])
    await watch(other, [who._id])
    await watch(other, [])
    first.socket.disconnect()
    const next = await registerPerson(server, 'user')
    await expect
      .poll(async () => {
        const now = await watch(maya, [who._id, next._id])
        return now.success && now.data.map(({ isOnline }) => isOnline)
      })
      .toEqual([false, false])
    await join(who)
    // An event that comes after shows that nothing came before.
    await join(next)
    await expect.poll(() => maya.presence).toEqual([{ partyId: next._id, isOnline: true, lastSeenAt: null }])
    expect(other.presence).toEqual([])
  })

  it('passes typing on to both sides of the conversation, and the name to administrators alone', async () => {
    const { full_name, ...mayaIs } = await signInAdmin(server)
    const [maya, other, pat, sam] = [
      await join(mayaIs),
      await join(await signInAdmin(server, theo)),
      await join(await registerPerson(server, 'user')),
      await join(await registerPerson(server, 'user')),
    ]
    await watch(maya, [pat._id])
    await watch(other, [pat._id])
    expect(await type(pat, maya._id)).toEqual({ success: true })
    await expect
      .poll(() => [maya.typing, other.typing])
      .toEqual([0, 1].map(() => [{ partyId: pat._id, senderId: pat._id, full_name: 'Pat user', isTyping: true }]))
    expect(await type(maya, pat._id)).toEqual({ success: true })
    await expect.poll(() => other.typing.length).toBe(2)
    expect(other.typing[1]).toEqual({ partyId: pat._id, senderId: maya._id, full_name, isTyping: true })
    await expect.poll(() => pat.typing).toEqual([{ partyId: pat._id, senderId: maya._id, isTyping: true }])
    expect([sam.typing, maya.typing.length]).toEqual([[], 1])
  })

  it('refuses typing to others, too often, and what is no typing', async () => {
    const [maya, pat, sam] = [
      await join(await signInAdmin(server)),
      await join(await registerPerson(server, 'user')),
      await join(await registerPerson(server, 'driver')),
    ]
    expect(await type(pat, sam._id)).toMatchObject({
      success: false,
      title: 'There is nobody with this id to write to',
    })
    expect(await type(pat, 'nobody')).toMatchObject({ success: false })
    expect(
      await new Promise((resolve) => void pat.socket.emit('typing', { receiverId: maya._id } as never, resolve)),
    ).toMatchObject({ success: false, detail: expect.stringContaining('isTyping') })
    await watch(maya, [pat._id])
    const answers = await Promise.all(Array.from({ length: 30 }, () => type(pat, maya._id)))
    expect(answers.filter(({ success }) => success).length).toBeLessThanOrEqual(10)
    expect(answers.at(-1)).toMatchObject({ success: false, title: 'Too many events' })
    expect(sam.typing).toEqual([])
  })

  it('shows administrators who else has a conversation open, each once, until they leave', async () => {
    const [mayaIs, theoIs, pat] = [
      await signInAdmin(server),
      await signInAdmin(server, theo),
      await registerPerson(server, 'user'),
    ]
    const [maya, one, two] = [await join(mayaIs), await join(theoIs), await join(theoIs)]
    const [mayaHere, theoHere] = [mayaIs, theoIs].map(({ _id, full_name }) => ({ _id, full_name }))
    expect(await view(maya, pat._id)).toEqual({ success: true, data: [mayaHere] })
    await view(one, pat._id)
    expect(await view(two, pat._id)).toEqual({ success: true, data: [mayaHere, theoHere] })
    await expect.poll(() => maya.viewers.at(-1)).toEqual({ partyId: pat._id, admins: [mayaHere, theoHere] })
    await view(one, null)
    two.socket.disconnect()
    await expect.poll(() => maya.viewers.at(-1)).toEqual({ partyId: pat._id, admins: [mayaHere] })
    // Another tab that comes or goes changes nothing for the others.
    expect(maya.viewers.map(({ admins }) => admins.length)).toEqual([1, 2, 1])
  })

  it('sends drivers and users nothing of it', async () => {
    const [maya, pat, sam] = [
      await join(await signInAdmin(server)),
      await join(await registerPerson(server, 'user')),
      await registerPerson(server, 'user'),
    ]
    const refused = { success: false, title: 'This is not for your role' }
    expect([await watch(pat, [sam._id]), await view(pat, pat._id)]).toEqual([refused, refused])
    await view(maya, pat._id)
    await join(sam)
    await watch(maya, [sam._id])
    expect(pat.events).toEqual([])
  })
})
