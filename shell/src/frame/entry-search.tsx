import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from '@interline/shared/router'
import { Icon } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import type { RailEntry } from './rail-entries.ts'

export type EntrySearchProps = {
  /** The sidebar entries that match what is typed. */
  entries: RailEntry[]
  wanted: string
  onWanted: (text: string) => void
  onNear: (entry: RailEntry) => void
}

/** The header's search box (SPEC §2): filters the sidebar's entries by title; `/` or Ctrl+K jumps here, Escape clears. */
export function EntrySearch({ entries, wanted, onWanted, onNear }: EntrySearchProps) {
  const say = useSay()
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const list = useId()
  const [at, setAt] = useState(0)
  const [focused, setFocused] = useState(false)
  const searching = wanted.trim() !== ''
  const open = searching && focused
  const chosen = entries[Math.min(at, entries.length - 1)]

  useEffect(() => {
    const jump = (event: globalThis.KeyboardEvent) => {
      const withCtrl = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if (!withCtrl && (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))) return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    document.addEventListener('keydown', jump)
    return () => document.removeEventListener('keydown', jump)
  }, [])

  const clear = () => {
    onWanted('')
    setAt(0)
  }
  const go = (entry: RailEntry) => {
    clear()
    box.current?.blur()
    void navigate(entry.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') clear()
    if (event.key === 'Enter' && searching && chosen) go(chosen)
    if (!searching || entries.length === 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    const next = (Math.min(at, entries.length - 1) + (event.key === 'ArrowDown' ? 1 : -1) + entries.length) % entries.length
    setAt(next)
  }

  return (
    <div className="il-search" role="search" aria-label={say('search.label')}>
      <Icon id="search" size={18} />
      <input
        ref={box}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={say('search.label')}
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-keyshortcuts="/ Control+K"
        {...(open && chosen && { 'aria-activedescendant': `${list}-${chosen.path}` })}
        placeholder={say('search.placeholder')}
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
        <button type="button" className="il-search-clear" aria-label={say('search.clear')} onClick={clear}>
          <Icon id="close" size={16} />
        </button>
      ) : (
        <kbd aria-hidden="true">/</kbd>
      )}
      <div className="il-search-panel" hidden={!open}>
        <ul id={list} role="listbox" aria-label={say('search.results')} hidden={entries.length === 0}>
          {open &&
            entries.map((entry) => (
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
                {entry.title}
              </li>
            ))}
        </ul>
        <p role="status" hidden={entries.length > 0}>
          {open && entries.length === 0 ? say('search.none') : ''}
        </p>
      </div>
    </div>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
