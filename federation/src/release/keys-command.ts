import type { Command } from 'commander'
import type { SigningKey } from '../schema/index.ts'
import { renew } from './renew.ts'
import type { ReleaseStore } from './store.ts'

type Tool = { store: () => ReleaseStore; say: (text: string) => void; by: () => string }

const stateOf = (key: SigningKey, active: SigningKey) => (key.retiredAt ? `retired ${key.retiredAt}` : key.id === active.id ? 'signs' : 'accepted')

/** `release keys …` and `release renew`: the keys that sign releases, and the term of what they signed. */
export function addKeysCommand(program: Command, { store, say, by }: Tool) {
  const keys = program.command('keys').description('the keys that sign releases')

  keys
    .command('list')
    .option('--json', 'the public keys as JSON')
    .description('every key, the root first')
    .action(({ json }: { json?: boolean }) => {
      const all = store().keys.all()
      if (json) return say(JSON.stringify(all, null, 2))
      if (all.length === 0) return say('no key yet; the first release makes one')
      const active = store().keys.active()
      for (const key of all) say(`${key.id}  added ${key.addedAt}  ${key.endorsement ? `endorsed by ${key.endorsement.keyId}` : 'the root'}  ${stateOf(key, active)}`)
    })

  keys
    .command('init')
    .description('make the root key, unless there is one')
    .action(() => {
      const made = store().keys.init()
      say(`key ${store().keys.active().id} ${made ? 'was made; it signs' : 'is there already'}`)
    })

  keys
    .command('rotate')
    .description('add a key that the present one endorses; it signs from now on')
    .action(() => {
      const { id, endorsement } = store().keys.rotate()
      say(`key ${id} signs from now on, endorsed by ${endorsement?.keyId}`)
    })

  keys
    .command('retire')
    .argument('<id>', 'a key of release keys list')
    .description('no browser accepts this key any more; its private half is deleted')
    .action((id: string) => {
      const live = store().liveSigned()
      store().keys.retire(id)
      say(`key ${id} is retired`)
      if (live?.signature.keyId !== id) return
      const { number } = renew(store(), { reason: `key ${id} was retired`, by: by() }, live.release)
      say(`release ${number} is live: the pins of ${live.release.number}, signed by ${store().keys.active().id}`)
    })

  program
    .command('renew')
    .requiredOption('--reason <text>', 'why, for those who read the log')
    .description('write a new release with the pins of the live one, good for another 90 days')
    .action(({ reason }: { reason: string }) => {
      const { number, expiresAt } = renew(store(), { reason, by: by() })
      say(`release ${number} is live until ${expiresAt}`)
    })
}
