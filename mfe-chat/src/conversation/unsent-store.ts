import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { safeTabStorage, session } from '@interline/shared/session'

/** An own message from Enter until the history has it. */
export type Outgoing = {
  clientId: string
  senderId: string
  receiverId: string
  message: string
  role: 'Driver' | 'User'
  at: number
  /** How many messages of the same sender and text were on screen before it. */
  twins: number
  /** `assumed`: sent to a backend that acknowledges nothing. */
  state: 'waiting' | 'sending' | 'assumed' | 'failed'
  attempts: number
  /** Sent without its `clientId`: sent again, it would arrive twice. */
  isPlain?: boolean
  emittedAt: number
  reason?: string | undefined
}

/** The messages that an administrator wrote and no backend has confirmed. */
type Unsent = {
  owner: string | null
  messages: readonly Outgoing[]
  /** The text in the composer, by the other party's id. */
  drafts: Readonly<Record<string, string>>
}

const ownId = () => session.getState().user?._id ?? null
const isEmpty = ({ messages, drafts }: Unsent) => messages.length === 0 && Object.keys(drafts).length === 0
const nothing = (): Unsent => ({ owner: ownId(), messages: [], drafts: {} })

/** Messages that were on their way before a reload wait again after it. */
const toStored = (messages: readonly Outgoing[]): Outgoing[] =>
  messages.flatMap((one) =>
    one.state === 'assumed' ? [] : [{ ...one, state: one.state === 'failed' ? 'failed' : 'waiting' }],
  )

const storage = createJSONStorage<Unsent>(() => safeTabStorage)

/**
 * Kept by this tab: over a reload, and over a session that expired. The shell runs this remote after a reload, on any
 * screen, as long as the item is there (docs/teams.md): without anything unsent there is none.
 */
export const useUnsent = create<Unsent>()(
  persist(nothing, {
    name: 'interline-unsent:chat',
    storage: storage && {
      ...storage,
      setItem: (name, item) => (isEmpty(item.state) ? storage.removeItem(name) : storage.setItem(name, item)),
    },
    partialize: (unsent) => ({ ...unsent, messages: toStored(unsent.messages) }),
    skipHydration: true,
  }),
)

export const useDraft = (partyId: string): string => useUnsent(({ drafts }) => drafts[partyId] ?? '')

export function keepDraft(partyId: string, text: string): void {
  const { [partyId]: _, ...others } = useUnsent.getState().drafts
  useUnsent.setState({ drafts: text === '' ? others : { ...others, [partyId]: text } })
}

const forget = () => useUnsent.setState(nothing())

/** Reads what is stored for the administrator who is signed in, and forgets what another one left. */
function restore(): void {
  void useUnsent.persist.rehydrate()
  if (useUnsent.getState().owner !== ownId()) forget()
}

if (ownId() !== null) restore()

// After an expired session the same administrator finds what was not sent. An ended session leaves nothing.
session.subscribe(({ user, endedBecause }, before) => {
  if (user === null && endedBecause !== null && endedBecause !== 'expired') forget()
  else if (user !== null && user._id !== before.user?._id) restore()
})
