import { create } from 'zustand'
import english from './messages.en.json'

/**
 * A message file: texts by key, nested as deep as one likes. `{{name}}` is filled in; with a `count`, `key_zero`,
 * `key_one` or `key_other` is taken as the language's plural asks.
 */
export type Messages = { readonly [key: string]: string | Messages }
export type MessageValues = Readonly<Record<string, string | number>>
/** Text of a key such as `details.title`. An unknown key gives the key, so that a hole is seen and nothing breaks. */
export type Translate = (key: string, values?: MessageValues) => string

const language = 'en'
const plurals = new Intl.PluralRules(language)

// By `namespace:key`.
const texts = new Map<string, string>()

/** Components that show messages are drawn again when the version changes. */
const useVersion = create<{ version: number }>()(() => ({ version: 0 }))

function write(path: string, messages: Messages): void {
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === 'string') texts.set(path + key, value)
    else write(`${path}${key}.`, value)
  }
}

/**
 * Registers the messages of one part under its own name, e.g. `addMessages('drivers', messages)`. Later calls add and
 * replace.
 */
export function addMessages(namespace: string, messages: Messages): void {
  write(`${namespace}:`, messages)
  useVersion.setState(({ version }) => ({ version: version + 1 }))
}

addMessages('shared', english)

/** The `t` of one part, for a component: it is drawn again when messages are added. */
export function useMessages(namespace: string): Translate {
  useVersion()
  return messagesOf(namespace)
}

/** The `t` of one part outside React. */
export function messagesOf(namespace: string): Translate {
  return (key, values) => {
    const text = find(`${namespace}:${key}`, values?.count) ?? key
    if (!values || !text.includes('{{')) return text
    return text.replace(/{{\s*([\w.]+)\s*}}/g, (_, name: string) => String(values[name] ?? ''))
  }
}

function find(path: string, count: string | number | undefined): string | undefined {
  if (typeof count !== 'number') return texts.get(path)
  return (
    (count === 0 ? texts.get(`${path}_zero`) : undefined) ??
    texts.get(`${path}_${plurals.select(count)}`) ??
    texts.get(path)
  )
}
