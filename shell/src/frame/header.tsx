import { memo, type ReactNode } from 'react'
import { Button, Icon } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { Bell } from './bell.tsx'
import { EntrySearch, type EntrySearchProps } from './entry-search.tsx'
import { PreferencesMenu } from './preferences-menu.tsx'
import { ProfileMenu } from './profile-menu.tsx'

/** The bar on top: menu toggle where the sidebar is a drawer, search, bell, preferences, profile. */
export const Header = memo(function Header({ onMenu, mark, ...search }: EntrySearchProps & { onMenu?: () => void; mark: ReactNode }) {
  const say = useSay()
  return (
    <header className="il-header">
      {onMenu && <Button type="text" className="il-header-button" aria-label={say('rail.open')} icon={<Icon id="menu" size={22} />} onClick={onMenu} />}
      <EntrySearch {...search} />
      <div className="il-header-tools">
        {mark}
        <Bell />
        <PreferencesMenu />
        <ProfileMenu />
      </div>
    </header>
  )
})
