import { memo, type ReactNode } from 'react'
import type { Release } from '@interline/federation/runtime'
import { Button, Icon } from '@interline/shared/ui'
import { useT } from '../../messages.ts'
import { Bell } from './notification-bell.tsx'
import { EntrySearch, type EntrySearchProps } from './entry-search.tsx'
import { PreferencesMenu } from './preferences-menu.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import * as styles from './header.module.css'

/** The bar on top: menu toggle where the sidebar is a drawer, search, bell, preferences, profile. */
export const Header = memo(function Header({
  release,
  onMenu,
  mark,
  ...search
}: EntrySearchProps & { release: Release; onMenu?: () => void; mark: ReactNode }) {
  const t = useT()
  return (
    <header className={styles.header}>
      {onMenu && (
        <Button
          type="text"
          className={styles.menu}
          aria-label={t('sidebar.open')}
          icon={<Icon id="menu" size={22} />}
          onClick={onMenu}
        />
      )}
      <EntrySearch {...search} />
      <div className={styles.tools}>
        {mark}
        <Bell />
        <PreferencesMenu />
        <ProfileMenu release={release} />
      </div>
    </header>
  )
})
