import { useId, useState } from 'react'
import { usePreferences } from '@interline/shared/session'
import { currentShortcuts, Icon, isMac } from '@interline/shared/ui'
import { t } from './texts.ts'
import { Dialog } from '../search/dialog.tsx'
import { closeDialog } from '../open-dialog.ts'
import * as styles from './keys-dialog.module.css'

type Line = { text: string; keys: string[] }

/** The shortcuts of the screen one is on, and the switch that turns single keys off. */
export function KeysDialog() {
  const id = useId()
  const { singleKeys } = usePreferences()
  const [groups] = useState(() => groupsOf(t('here')))
  return (
    <Dialog label={t('title')}>
      <header className={styles.head}>
        <h2>{t('title')}</h2>
        <button type="button" className="il-icon-button" aria-label={t('close')} onClick={closeDialog}>
          <Icon id="close" size={18} />
        </button>
      </header>
      <div className={styles.groups} role="region" aria-label={t('list')} tabIndex={0} data-off={!singleKeys}>
        {[...groups].map(([group, lines], at) => (
          <section key={group} aria-labelledby={`${id}-${at}`}>
            <h3 id={`${id}-${at}`}>{group}</h3>
            <dl>
              {lines.map(({ text, keys }) => (
                <div key={text} data-single={keys.every((key) => !key.startsWith('mod+'))}>
                  <dt>{text}</dt>
                  <dd>
                    {keys.map((key, nth) => (
                      <span key={key}>
                        {nth > 0 && <span className={styles.or}>{t('or')}</span>}
                        <Keys of={key} />
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={singleKeys}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => usePreferences.setState({ singleKeys: target.checked })}
        />
        <span>
          <span>{t('single')}</span>
          <small id={`${id}-hint`}>{t('singleHint')}</small>
        </span>
      </label>
    </Dialog>
  )
}

/** A shortcut as it is drawn, and as it is read out: `g then d`. */
function Keys({ of }: { of: string }) {
  const names = (combined: string) =>
    combined.split('+').map((key, at) => (at > 0 && key.length === 1 ? key.toUpperCase() : t(nameOf(key))))
  return (
    <span className={styles.keys}>
      {of.split(' ').map((combined, at) => (
        <span key={at}>
          {at > 0 && <span className={styles.or}>{t('then')}</span>}
          {names(combined).map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
        </span>
      ))}
    </span>
  )
}

const named: Record<string, string> = {
  mod: isMac() ? 'command' : 'control',
  shift: 'shift',
  enter: 'enter',
}
/** The key of the text that names a key; a key without one is its own text. */
const nameOf = (key: string) => named[key] ?? key

/**
 * The shortcuts as lines below their headings, the screen's own first. What several keys do stands once; a key that the
 * screen has for itself does not stand again.
 */
function groupsOf(here: string): Map<string, Line[]> {
  const groups = new Map<string, Line[]>([[here, []]])
  const taken = new Set<string>()
  for (const { key, text, group = here } of currentShortcuts()) {
    if (taken.has(key)) continue
    taken.add(key)
    const lines = groups.get(group) ?? []
    groups.set(group, lines)
    const known = lines.find((line) => line.text === text)
    if (known) known.keys.push(key)
    else lines.push({ text, keys: [key] })
  }
  if (groups.get(here)?.length === 0) groups.delete(here)
  return groups
}
