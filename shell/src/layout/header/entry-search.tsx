import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from '@interline/shared/router'
import { Icon, isMac, isWriting, useShortcutsReady } from '@interline/shared/ui'
import { t } from '../../messages.ts'
import { keyOf } from '../../shortcuts/key-of.ts'
import { leaveNear } from '../../remotes/prefetch.ts'
import { openDialog } from '../../open-dialog.ts'
import type { SidebarEntry } from '../sidebar/sidebar-entries.ts'
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
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const list = useId()
  const [at, setAt] = useState(0)
  const [focused, setFocused] = useState(false)
  const searching = wanted.trim() !== ''
  const open = searching && focused
  const options = entries.length > 0 ? entries : lists
  const chosen = options[Math.min(at, options.length - 1)]

  // Shortcuts come after the first screen. Until then the browser would answer Ctrl+K with a search of its own.
  useEffect(() => {
    const onCtrlK = (event: globalThis.KeyboardEvent) => {
      if (useShortcutsReady.getState() || keyOf(event) !== 'mod+k') return
      event.preventDefault()
      openDialog('search')
    }
    document.addEventListener('keydown', onCtrlK)
    return () => document.removeEventListener('keydown', onCtrlK)
  }, [])

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
    if (isWriting(event)) return
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
        <button
          type="button"
          className={`il-icon-button il-icon-button-small ${styles.clear}`}
          aria-label={t('search.clear')}
          onClick={clear}
        >
          <Icon id="close" size={16} />
        </button>
      ) : (
        <button
          type="button"
          className={`il-icon-button il-icon-button-small ${styles.everywhere}`}
          aria-label={t('search.everywhere')}
          title={t('search.everywhere')}
          aria-haspopup="dialog"
          aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
          onClick={() => openDialog('search')}
        >
          <Icon id="globe" size={18} />
          <kbd aria-hidden="true">{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
      )}
      <div className={`il-floating ${styles.panel}`} hidden={!open}>
        <p role="status" className="il-soft" hidden={entries.length > 0}>
          {open && entries.length === 0 ? t('search.none') : ''}
        </p>
        <ul id={list} role="listbox" aria-label={t('search.results')} hidden={options.length === 0}>
          {open &&
            options.map((entry) => (
              <li
                key={entry.path}
                id={`${list}-${entry.path}`}
                role="option"
                className="il-option"
                aria-selected={entry === chosen}
                onPointerEnter={() => onNear(entry)}
                onPointerLeave={leaveNear}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => go(entry)}
              >
                <Icon id={entry.icon} size={18} />
                <span>
                  {options === lists ? t('search.inList', { wanted: wanted.trim(), list: entry.title }) : entry.title}
                </span>
              </li>
            ))}
        </ul>
      </div>
    </div>
  )
}
