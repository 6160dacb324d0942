import { createInstance } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import english from './messages.en.json'

/** A message file: texts by key, nested as deep as one likes; `{{name}}` is filled in, `key_one` / `key_other` follow `count`. */
export type Messages = { readonly [key: string]: string | Messages }
export type MessageValues = Readonly<Record<string, string | number>>
/** Text of a key such as `details.title`. An unknown key gives the key, so that a hole is seen and nothing breaks. */
export type Say = (key: string, values?: MessageValues) => string

const i18n = createInstance()

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  defaultNS: 'shared',
  resources: { en: { shared: english } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
})

const plainTexts = new Map<string, string | null>()

/** The text of a key as the message file has it; null where only i18next knows how to say it. */
function plainText(namespace: string, key: string): string | null {
  const at = `${i18n.language} ${namespace} ${key}`
  let text = plainTexts.get(at)
  if (text === undefined) {
    const found: unknown = i18n.getResource(i18n.language, namespace, key)
    text = typeof found === 'string' && !found.includes('$t(') && !/{{(?!\s*[\w.]+\s*}})/.test(found) ? found : null
    plainTexts.set(at, text)
  }
  return text
}

const plurals = new Map<string, Intl.PluralRules>()

/** The text of a key for so many. */
function textFor(count: number, namespace: string, key: string): string | null {
  const { language } = i18n
  let rules = plurals.get(language)
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(language)))
  return (count === 0 ? plainText(namespace, `${key}_zero`) : null) ?? plainText(namespace, `${key}_${rules.select(count)}`)
}

/** Registers the messages of one part under its own name, e.g. `addMessages('drivers', messages)`. Later calls add and replace. */
export function addMessages(namespace: string, messages: Messages, language = 'en'): void {
  i18n.addResourceBundle(language, namespace, messages, true, true)
  plainTexts.clear()
}

/** The texts of one part, for a component: it is drawn again when the language changes. */
export function useMessages(namespace: string): Say {
  useTranslation(namespace, { i18n })
  return messagesOf(namespace)
}

/** The same outside React. A screen says hundreds of texts at once, and most only need a name or a number filled in: i18next is asked for the others. */
export function messagesOf(namespace: string): Say {
  return (key, values) => {
    const text = typeof values?.count === 'number' ? textFor(values.count, namespace, key) : plainText(namespace, key)
    if (text === null) return i18n.t(key, { ...values, ns: namespace })
    return text.includes('{{') ? text.replace(/{{\s*([\w.]+)\s*}}/g, (_, name: string) => String(values?.[name] ?? '')) : text
  }
}
