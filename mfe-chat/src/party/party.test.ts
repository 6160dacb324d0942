import { describe, expect, it } from 'vitest'
import { isUnseen, partyOf, recipientRole, toRole } from './party.ts'
import { readRouteState } from './party.ts'

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

describe('the facts that the screen before sent along', () => {
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
