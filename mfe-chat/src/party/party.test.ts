import { describe, expect, it } from 'vitest'
import { isUnseen, partyOf, recipientRole, toRole } from './party.ts'
import { readIncoming } from '../conversation/read-incoming.ts'
import { readRouteState } from './route-state.ts'

describe('the other party', () => {
  it.each([
    [{ party_id: 'p', sender_id: 'admin2', receiver_id: 'p' }, 'p'],
    [{ sender_id: 'me', receiver_id: 'p' }, 'p'],
    [{ sender_id: 'p', receiver_id: 'me' }, 'p'],
    [{ sender_id: 17, receiver_id: 'me' }, '17'],
    [{ sender_id: null, receiver_id: 'me' }, null],
    [{}, null],
  ])('§2 of %j is %j', (chat, expected) => {
    expect(partyOf(chat, 'me')).toBe(expected)
  })

  it.each([
    [{ last_message_is_seen: false, sender_id: 'p' }, true],
    [{ last_message_is_seen: false, sender_id: 'me' }, false],
    [{ last_message_is_seen: true, sender_id: 'p' }, false],
    [{ last_message_is_seen: null, sender_id: 'p' }, false],
    [{ last_message_is_seen: false, sender_id: 'colleague', party_id: 'p' }, false],
    [{ last_message_is_seen: false, sender_id: 'colleague', party_id: 'p', unseen_count: 2 }, true],
    [{ last_message_is_seen: false, sender_id: 'p', party_id: 'p', unseen_count: 0 }, false],
  ])('§2 a red dot for %j: %j', (chat, expected) => {
    expect(isUnseen(chat, 'me')).toBe(expected)
  })

  it('§2 with numbers for ids is neither me nor unseen when I wrote last', () => {
    const chat = { sender_id: 1, receiver_id: 17, last_message_is_seen: false }
    expect([partyOf(chat, '1'), isUnseen(chat, '1')]).toEqual(['17', false])
  })

  it.each([
    ['User', 'Driver'],
    ['user', 'Driver'],
    ['Driver', 'User'],
    ['driver', 'User'],
    [undefined, 'User'],
    [{}, 'User'],
  ])('§6 when the party’s role is %j the recipient’s is %j', (role, expected) => {
    expect(recipientRole(toRole(role))).toBe(expected)
  })
})

describe('what the screen before sent along', () => {
  it.each([
    [
      { user_id: 'p', full_name: 'Jane', role: 'driver', from: '/drivers?page=2' },
      { name: 'Jane', role: 'driver', from: '/drivers?page=2' },
    ],
    [
      { user_id: 'p', full_name: 'Ann', from: '/users' },
      { name: 'Ann', role: 'user', from: '/users' },
    ],
    [
      { user_id: 'p', full_name: 'Ann' },
      { name: 'Ann', role: null, from: '/chats' },
    ],
    [
      { user_id: 'other', full_name: 'Ann', role: 'user', from: '/users' },
      { name: null, role: null, from: '/users' },
    ],
    [
      { user_id: 'p', full_name: 7, from: '//evil.test' },
      { name: null, role: null, from: '/chats' },
    ],
    [
      { user_id: 'p', full_name: ' ', from: 'https://evil.test' },
      { name: null, role: null, from: '/chats' },
    ],
    [
      { user_id: 'p', full_name: 'Ann', from: '/\\evil.test' },
      { name: 'Ann', role: null, from: '/chats' },
    ],
    [null, { name: null, role: null, from: '/chats' }],
    ['text', { name: null, role: null, from: '/chats' }],
  ])('§2 %j counts as %j', (state, expected) => {
    expect(readRouteState(state, 'p')).toMatchObject(expected)
  })
})

describe('a message from the socket', () => {
  it('§7 is understood with two fields, and has the current time then', () => {
    expect(readIncoming({ senderId: 'p', message: 'hi' }, 5)).toEqual({
      senderId: 'p',
      message: 'hi',
      receiverId: null,
      at: 5,
    })
  })

  it('has its ids as text where a backend counts them in numbers', () => {
    expect(readIncoming({ senderId: 7, receiverId: 1, _id: 30, message: 'hi' }, 5)).toEqual({
      senderId: '7',
      receiverId: '1',
      _id: '30',
      message: 'hi',
      at: 5,
    })
  })

  it('is understood with all of ours', () => {
    const all = {
      senderId: 'p',
      message: 'hi',
      receiverId: 'me',
      createdAt: '2024-05-01T00:00:00.000Z',
      _id: '1',
      clientId: 'c',
      seq: 3,
      sender_name: 'Theo',
    }
    const { createdAt, sender_name, ...rest } = all
    expect(readIncoming(all, 5)).toEqual({ ...rest, senderName: sender_name, at: Date.parse(createdAt) })
  })

  it.each([
    null,
    'hi',
    {},
    { senderId: 'p' },
    { senderId: '', message: 'hi' },
    { senderId: 'p', message: { html: 1 } },
  ])('is not %j', (payload) => {
    expect(readIncoming(payload, 5)).toBeNull()
  })
})
