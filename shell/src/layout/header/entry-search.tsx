import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from '@interline/shared/router'
import { Icon } from '@interline/shared/ui'
import { useT } from '../../messages.ts'
import { openSearch } from '../../page/open-dialog.ts'
import type { SidebarEntry } from '../sidebar/sidebar-entries.ts'
import { isMac } from '../../page/is-mac.ts'
import * as styles from './entry-search.module.css'

export type EntrySearchProps = {
  /** The sidebar entries that match what is typed. */
  entries: SidebarEntry[]
  /** Where none matches: the lists to look for it in. */
  lists: SidebarEntry[]
  wanted: string
  onWanted: (text: string) => void
  onNear: (entry: SidebarEntry) => void
}

/**
 * The header's search box (SPEC §2): filters the sidebar's entries by title, and offers the lists to look in for what
 * no screen is called. Its button opens the search over everything.
 */
export function EntrySearch({ entries, lists, wanted, onWanted, onNear }: EntrySearchProps) {
  const t = useT()
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const list = useId()
  const [at, setAt] = useState(0)
  const [focused, setFocused] = useState(false)
  const searching = wanted.trim() !== ''
  const open = searching && focused
  const options = entries.length > 0 ? entries : lists
  const chosen = options[Math.min(at, options.length - 1)]

  const clear = () => {
    onWanted('')
    setAt(0)
  }
  const go = (entry: SidebarEntry) => {
    clear()
    box.current?.blur()
    void navigate(entry.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') clear()
    if (event.key === 'Enter' && searching && chosen) go(chosen)
    if (!searching || options.length === 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    const next =
      (Math.min(at, options.length - 1) + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % options.length
    setAt(next)
  }

  return (
    <div className={styles.search} role="search" aria-label={t('search.label')}>
      <Icon id="search" size={18} />
      <input
        ref={box}
        id="il-entry-search"
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={t('search.label')}
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        {...(open && chosen && { 'aria-activedescendant': `${list}-${chosen.path}` })}
        placeholder={t('search.placeholder')}
        value={wanted}
        onChange={(event) => {
          onWanted(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      {searching ? (
        <button type="button" className={styles.clear} aria-label={t('search.clear')} onClick={clear}>
          <Icon id="close" size={16} />
        </button>
      ) : (
        <button
          type="button"
          className={styles.everywhere}
          aria-label={t('search.everywhere')}
          title={t('search.everywhere')}
          aria-haspopup="dialog"
          aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
          onClick={() => openSearch()}
        >
          <Icon id="globe" size={18} />
          <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
      )}
      <div className={styles.panel} hidden={!open}>
        <p role="status" hidden={entries.length > 0}>
          {open && entries.length === 0 ? t('search.none') : ''}
        </p>
        <ul id={list} role="listbox" aria-label={t('search.results')} hidden={options.length === 0}>
          {open &&
            options.map((entry) => (
              <li
                key={entry.path}
                id={`${list}-${entry.path}`}
                role="option"
                aria-selected={entry === chosen}
                onPointerEnter={() => onNear(entry)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => go(entry)}
              >
                <Icon id={entry.icon} size={18} />
                {options === lists ? t('search.inList', { wanted: wanted.trim(), list: entry.title }) : entry.title}
              </li>
            ))}
        </ul>
      </div>
    </div>
  )
}
