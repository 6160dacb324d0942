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

function write(path: string, messages: Messages): void {
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === 'string') texts.set(path + key, value)
    else write(`${path}${key}.`, value)
  }
}

/**
 * Registers the texts of one part under its own name and gives its `t`: `const t = messages('drivers', english)`. A
 * later call with the same name adds texts, and replaces those of the same key.
 */
export function messages(namespace: string, added: Messages): Translate {
  write(`${namespace}:`, added)
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
