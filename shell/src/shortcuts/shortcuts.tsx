import { useEffect } from 'react'
import { useNavigate } from '@interline/shared/router'
import { useShortcut, useShortcutsReady } from '@interline/shared/ui'
import { t } from './texts.ts'
import type { Place } from '../search/option.ts'
import { SearchDialog } from '../search/search-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { listenToKeys } from './listen-to-keys.ts'
import { openDialog, useOpenDialog } from '../open-dialog.ts'

/** Listens to keys, and draws the two dialogs that they open. `places` are the screens of this administrator. */
export function Shortcuts({ places }: { places: Place[] }) {
  const dialog = useOpenDialog(({ name }) => name)
  const open = (name: 'search' | 'keys') => () => {
    if (useOpenDialog.getState().name !== null) return false
    openDialog(name)
  }
  useShortcut({
    key: '/',
    text: t('searchScreens'),
    group: t('everywhere'),
    run: () => document.getElementById('il-entry-search')?.focus(),
  })
  useShortcut({ key: '?', text: t('show'), group: t('everywhere'), run: open('keys') })
  useShortcut({ key: 'mod+k', text: t('find'), group: t('everywhere'), run: open('search') })
  useEffect(() => {
    useShortcutsReady.setState(true)
    const stop = listenToKeys()
    return () => {
      stop()
      useShortcutsReady.setState(false)
    }
  }, [])
  return (
    <>
      {[...places].reverse().map((place) => place.shortcut && <GoTo key={place.path} place={place} />)}
      {dialog === 'search' && <SearchDialog places={places} />}
      {dialog === 'keys' && <KeysDialog />}
    </>
  )
}

function GoTo({ place: { shortcut, title, to } }: { place: Place }) {
  const navigate = useNavigate()
  useShortcut({
    key: `g ${shortcut}`,
    text: title,
    group: t('goTo'),
    run: () => void navigate(to),
  })
  return null
}
