import { demoId } from '../moments.ts'
import type { Random } from '../data/random.ts'

const shared = [
  ['hello', 'Hello {{first_name}}, this is {{my.first_name}} of Interline. How can I help you?'],
  [
    'licence',
    'Thank you, {{first_name}}. Please upload your licence again in the app, both sides of it and without a flash.',
  ],
  ['verified', 'Good news, {{first_name}}: your documents are checked and your profile is verified.'],
  ['ride', 'I am looking at your ride from {{booking.from}} to {{booking.to}} ({{booking.status}}) now.'],
  ['refund', 'We give back {{booking.amount}} for the ride with {{booking.driver}}. It takes three to five days.'],
  ['bye', 'You are welcome, {{first_name}}. Have a good trip!'],
] as const
const own = [['back', 'I am back in ten minutes and will look at it then.']] as const

/** All that the administrators of the demo send often. */
export function demoCannedReplies(random: Random, createdAt: Date, administrators: readonly { _id: string }[]) {
  const ownerId = administrators[0]?._id ?? ''
  const row =
    (isShared: boolean) =>
    ([shortcut, text]: readonly [string, string]) => ({
      _id: demoId(random, createdAt),
      shortcut,
      text,
      isShared,
      ownerId,
      createdAt,
    })
  return [...shared.map(row(true)), ...own.map(row(false))].map((reply) => ({
    ...reply,
    revision: 0,
    changedBy: null,
    changedAt: null,
  }))
}
