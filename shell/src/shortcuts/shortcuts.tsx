import { useEffect, type RefObject } from 'react'
import { useNavigate } from '@interline/shared/router'
import { useShortcut, useShortcutsReady } from '@interline/shared/ui'
import { useT } from './texts.ts'
import type { Place } from '../search/places.ts'
import { SearchDialog } from '../search/search-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { listenToKeys, takeTyped } from './listen-to-keys.ts'
import { openKeys, openSearch, useOpenDialog } from '../page/open-dialog.ts'

export type ShortcutsProps = {
  /** The screens of this administrator. */
  places: Place[]
  /** Returns the keys that were pressed before this was there, and leaves those that follow to it. */
  takeOver: RefObject<() => KeyboardEvent[]>
}

/** So long after the first screen its own shortcuts may still be on their way. */
const ownKeysMs = 1000

/** Listens to keys, and draws the two dialogs that they open. */
export function Shortcuts({ places, takeOver }: ShortcutsProps) {
  const t = useT()
  const { name: dialog, typed } = useOpenDialog()
  const open = (act: () => void) => () => {
    if (useOpenDialog.getState().name !== null) return false
    act()
  }
  useShortcut({
    key: '/',
    text: t('searchScreens'),
    group: t('everywhere'),
    run: () => document.getElementById('il-entry-search')?.focus(),
  })
  useShortcut({ key: '?', text: t('show'), group: t('everywhere'), run: open(openKeys) })
  useShortcut({ key: 'mod+k', text: t('find'), group: t('everywhere'), run: open(() => openSearch()) })
  // The last effect: what was pressed before finds the shortcuts above.
  useEffect(() => {
    useShortcutsReady.setState(true)
    const pressed = takeOver.current()
    const text = takeTyped(pressed, useOpenDialog.getState().name === 'search')
    if (text !== '') openSearch(text)
    return listenToKeys(pressed, ownKeysMs)
  }, [takeOver])
  return (
    <>
      {[...places].reverse().map((place) => place.shortcut && <GoTo key={place.path} place={place} />)}
      {dialog === 'search' && <SearchDialog key={typed} places={places} typedBefore={typed} />}
      {dialog === 'keys' && <KeysDialog />}
    </>
  )
}

function GoTo({ place: { shortcut, title, to } }: { place: Place }) {
  const t = useT()
  const navigate = useNavigate()
  useShortcut({
    key: `g ${shortcut}`,
    text: title,
    group: t('goTo'),
    run: () => void navigate(to),
  })
  return null
}
