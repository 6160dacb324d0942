import english from '../../i18n/messages.en.json'
import { t } from '../../i18n/texts.ts'

/** The acts and kinds of records of the audit that have words here. */
export const auditActs = Object.keys(english.audit.acts)
export const auditResources = Object.keys(english.audit.resources)

/** An act of the audit in plain words; one of a newer server by its own name. */
export const actText = (act: string) => wordsFor('acts', act)

/** A kind of record in the audit in plain words, e.g. `User ride`. */
export const resourceText = (resource: string) => wordsFor('resources', resource)

function wordsFor(kind: 'acts' | 'resources', name: string): string {
  const key = `audit.${kind}.${name}`
  const words = t(key)
  return words === key ? plain(name) : words
}

/** `car_name` or `some-act` as `Car name`, `Some act`. */
export function plain(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name of the person who acted, or what can be said of somebody who has none. */
export function actorText(actor: unknown): string {
  if (typeof actor !== 'object' || actor === null) return t('audit.nobody')
  return 'full_name' in actor && typeof actor.full_name === 'string' && actor.full_name !== ''
    ? actor.full_name
    : t('audit.unknownPerson')
}
