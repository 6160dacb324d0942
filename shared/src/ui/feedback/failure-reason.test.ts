import { expect, it } from 'vitest'
import { explainFailure } from '../../api/explain-failure.ts'
import { ApiError, isOutcomeUnknown } from '../../api/index.ts'
import { failureReason } from './failure-reason.ts'

const reasonOf = (facts: ConstructorParameters<typeof ApiError>[0]) => failureReason(new ApiError(facts))
const status = (code: number, more = {}) => reasonOf({ kind: 'refused', status: code, ...more })

it.each([
  [400, 'The server refused the request.'],
  [401, 'Your session has ended. Sign in again.'],
  [403, 'You are not allowed to do this.'],
  [404, 'The server does not know this, or no longer.'],
  [409, 'Somebody else changed it in between.'],
  [413, 'It is larger than the server takes.'],
  [422, 'The server refused the request.'],
  [429, 'There were too many requests. Try again in a moment.'],
  [500, 'The server had an error.'],
  [502, 'The server is busy or being restarted. Try again in a moment.'],
  [503, 'The server is busy or being restarted. Try again in a moment.'],
  [504, 'The server is busy or being restarted. Try again in a moment.'],
])('says of a %i without words: %s', (code, words) => expect(status(code)).toBe(words))

it('says what the server says, and when to come back', () => {
  expect(status(422, { title: 'Not valid', detail: 'The date is over' })).toBe('Not valid. The date is over.')
  expect(status(429, { title: 'Slow down!', retryAfterSeconds: 29.2 })).toBe('Slow down! Try again in 30 seconds.')
  expect(status(503, { title: 'The documents cannot be reached', retryAfterSeconds: 1 })).toBe(
    'The documents cannot be reached. Try again in 1 second.',
  )
  expect(status(500, { title: 'TypeError: x is undefined' })).toBe('The server had an error.')
})

it.each([
  ['network', 'There is no connection to the server. Check your network and try again.'],
  ['timeout', 'The server took too long to answer.'],
  ['not-understood', 'The server gave an answer this page cannot read.'],
] as const)('says of %s: %s', (kind, words) => expect(reasonOf({ kind })).toBe(words))

it('tells a change by somebody else from the same change that is still being made', () => {
  const by = ({ by }: { by: string | null }) => `changed by ${by}`
  const conflict = (more = {}) => failureReason(new ApiError({ kind: 'refused', status: 409, ...more }), by)
  expect(conflict({ changedBy: 'Bo' })).toBe('changed by Bo')
  const at = new Date(Date.now() - 180_000).toISOString()
  expect(status(409, { title: 'It was changed', changedBy: 'Bo', changedAt: at })).toBe(
    'It was changed. Bo did so 3 minutes ago.',
  )
  expect(conflict({ title: 'It is being made', retryAfterSeconds: 2 })).toBe(
    'It is being made. Try again in 2 seconds.',
  )
})

it.each<[what: string, answer: object, said: string]>([
  ['SPEC §7 says no more', {}, 'changed by null'],
  ['it names who did so', { title: 'It was changed', changed_by: 'Bo' }, 'changed by Bo'],
  ['nobody is known who did so', { title: 'It was changed', code: 'changed-meanwhile' }, 'changed by null'],
  ['there are enough', { title: 'There are too many canned replies' }, 'There are too many canned replies.'],
  [
    'another one has it',
    { title: 'Another reply has this shortcut', detail: 'Choose another shortcut.' },
    'Another reply has this shortcut. Choose another shortcut.',
  ],
  [
    'a field is taken',
    { title: 'Please check the form', errors: [{ field: 'email', message: 'is taken' }], changed_by: 'Bo' },
    'Please check the form.',
  ],
  ['somebody else has it', { title: 'Ann reviews this driver now' }, 'Ann reviews this driver now.'],
])('of a 409 where %s', (_, answer, said) => {
  const data = { success: false, ...answer }
  const error = explainFailure({ response: { status: 409, data, headers: {} } })
  expect(failureReason(error, ({ by }) => `changed by ${by}`)).toBe(said)
})

it.each([
  [{ kind: 'timeout' }, true],
  [{ kind: 'network' }, true],
  [{ kind: 'refused', status: 502 }, true],
  [{ kind: 'refused', status: 504 }, true],
  [{ kind: 'refused', status: 422 }, false],
  [{ kind: 'refused', status: 503 }, false],
  [{ kind: 'aborted' }, true],
] as const)('of %o: it is %s that the change may have been made', (facts, isUnknown) =>
  expect(isOutcomeUnknown(new ApiError(facts))).toBe(isUnknown),
)
