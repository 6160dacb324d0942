import { afterEach, expect, it, vi } from 'vitest'
import { checkTotp, newTotpSecret, totpUri } from './totp.ts'

afterEach(() => vi.useRealTimers())

// RFC 6238, appendix B: the secret "12345678901234567890" and the last six digits of what SHA-1 gives.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => vi.useFakeTimers({ now: seconds * 1000 })

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('takes the code of RFC 6238 at %i s', (seconds, code) => {
  at(seconds)
  expect(checkTotp(secret, code, null)).toBe(Math.floor(seconds / 30))
})

it('takes a code one step early or late, and no further', () => {
  const code = '005924'
  for (const [seconds, isTaken] of [
    [-60, false],
    [-30, true],
    [30, true],
    [60, false],
  ] as const) {
    at(1_234_567_890 + seconds)
    expect(checkTotp(secret, code, null) !== undefined, String(seconds)).toBe(isTaken)
  }
})

it('takes no code of a step that was used, nor one before it', () => {
  at(1_234_567_890)
  const step = checkTotp(secret, '005924', null) ?? 0
  expect(checkTotp(secret, '005924', step - 1)).toBe(step)
  expect(checkTotp(secret, '005924', step)).toBeUndefined()
  expect(checkTotp(secret, '005924', step + 1)).toBeUndefined()
})

it('names the product and the account for the app', () => {
  const made = newTotpSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(totpUri(made, 'maya@interline.test')).toMatch(/^otpauth:\/\/totp\/Interline:maya.*secret=[A-Z2-7]{32}/)
})
