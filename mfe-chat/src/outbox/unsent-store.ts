import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { StateStorage } from 'zustand/middleware'
import { trimmed } from '@interline/shared/i18n'
import { session } from '@interline/shared/session'
import { isUnsent, readOutgoing } from './outgoing.ts'
import type { Outgoing } from './outgoing.ts'

/** What an administrator wrote and no backend has confirmed. */
type Unsent = {
  messages: readonly Outgoing[]
  /** The text in the composer, by the other party's id. */
  drafts: Readonly<Record<string, string>>
}

const nothing: Unsent = { messages: [], drafts: {} }
const prefix = 'interline-chat-'
const prefixOf = (administrator: string | undefined) => `${prefix}${administrator ?? ''}-`
const myPrefix = () => prefixOf(session.getState().user?._id)

/** Storage that is full or forbidden throws: then the page goes on, and a reload loses what was not sent. */
function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

const tabStorage: StateStorage = {
  getItem: (name) => attempt(() => window.sessionStorage.getItem(name)),
  setItem: (name, value) => void attempt(() => window.sessionStorage.setItem(name, value)),
  removeItem: (name) => void attempt(() => window.sessionStorage.removeItem(name)),
}

/** Names of what this tab stores for the chat. */
const storedNames = () =>
  attempt(() => Object.keys(window.sessionStorage).filter((name) => name.startsWith(prefix))) ?? []

/** Kept by this tab for each administrator: over a reload, and over a session that expired. */
export const useUnsent = create<Unsent>()(
  persist(() => nothing, {
    name: `${myPrefix()}unsent`,
    storage: createJSONStorage(() => tabStorage),
    partialize: ({ messages, drafts }) => ({ messages: messages.filter(isUnsent), drafts }),
    merge: (stored) => {
      const { messages, drafts } = readUnsent(stored)
      const old = readUnsent(readOldFormat())
      return { messages: [...old.messages, ...messages], drafts: { ...old.drafts, ...drafts } }
    },
    skipHydration: true,
  }),
)

export const readDraft = (partyId: string): string => useUnsent.getState().drafts[partyId] ?? ''

export function keepDraft(partyId: string, text: string): void {
  const { [partyId]: _, ...others } = useUnsent.getState().drafts
  useUnsent.setState({ drafts: trimmed(text) === '' ? others : { ...others, [partyId]: text } })
}

function readUnsent(stored: unknown): Unsent {
  const { messages, drafts }: Record<string, unknown> = { ...(stored as object | undefined) }
  const isRecord = typeof drafts === 'object' && drafts !== null && !Array.isArray(drafts)
  const texts = Object.entries(isRecord ? drafts : {}).filter(([, text]) => typeof text === 'string')
  return { messages: readOutgoing(messages), drafts: Object.fromEntries(texts) }
}

/** Versions up to 1.0 stored a list of messages, and each draft under a name of its own. */
function namesOfOldFormat() {
  const outbox = `${myPrefix()}outbox`
  const draft = `${myPrefix()}draft-`
  return { outbox, draft, all: storedNames().filter((name) => name === outbox || name.startsWith(draft)) }
}

function readOldFormat() {
  const { outbox, draft, all } = namesOfOldFormat()
  const drafts = all.filter((name) => name.startsWith(draft))
  return {
    messages: attempt(() => JSON.parse(tabStorage.getItem(outbox) as string) as unknown),
    drafts: Object.fromEntries(drafts.map((name) => [name.slice(draft.length), tabStorage.getItem(name)])),
  }
}

/** Reads what is stored for the administrator who is signed in, and forgets what others left. */
function restore(): void {
  const name = `${myPrefix()}unsent`
  if (useUnsent.persist.getOptions().name !== name) useUnsent.setState(nothing)
  for (const stored of storedNames()) if (!stored.startsWith(myPrefix())) tabStorage.removeItem(stored)
  useUnsent.persist.setOptions({ name })
  const old = namesOfOldFormat().all
  void useUnsent.persist.rehydrate()
  if (old.length === 0) return
  // Stores it in the new format before the old one goes.
  useUnsent.setState({})
  for (const stored of old) tabStorage.removeItem(stored)
}

if (session.getState().user !== null) restore()

// After an expired session the same administrator finds what was not sent. An ended session leaves nothing.
session.subscribe(({ user, endedBecause }, before) => {
  if (user !== null && user._id !== before.user?._id) return restore()
  if (user !== null || endedBecause === null || endedBecause === 'expired') return
  useUnsent.setState(nothing)
  for (const stored of storedNames()) tabStorage.removeItem(stored)
})
