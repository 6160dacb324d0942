import { expect, it } from 'vitest'
import { explainRemote, RemoteError, toError } from './remote-error.ts'

const unreadable = Object.defineProperty(new Error(), 'message', {
  get() {
    throw new Error('again')
  },
})
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

it.each([
  ['a text', 'a map', 'a map'],
  ['null', null, 'null'],
  ['a symbol', Symbol('map'), 'Symbol(map)'],
  ['an object without a prototype', Object.create(null), 'something that cannot be read was thrown'],
  ['an error whose message throws', unreadable, 'something that cannot be read was thrown'],
  ['an error whose message is a number', Object.assign(new Error(), { message: 7 }), '7'],
  ['a proxy that was revoked', revoked(), 'something that cannot be read was thrown'],
])('%s that was thrown can be told and explained', (_name, thrown: unknown, message) => {
  expect(toError(thrown).message).toBe(message)
  expect(new RemoteError('depots', 'broken', thrown).message).toBe(message)
  expect(explainRemote('depots', thrown).kind).toBe('broken')
})

it('an error that can be read stays what it is', () => {
  const error = new RangeError('a map')
  expect(toError(error)).toBe(error)
})
