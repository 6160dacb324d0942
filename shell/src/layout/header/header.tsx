import { memo } from 'react'
import type { Release } from '@interline/federation/runtime'
import { Button, Icon } from '@interline/shared/ui'
import { t } from '../../messages.ts'
import { CanaryMark } from '../../releases/canary-mark.tsx'
import { Bell } from './notification-bell.tsx'
import { EntrySearch, type EntrySearchProps } from './entry-search.tsx'
import { PreferencesMenu } from './preferences-menu.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import * as styles from './header.module.css'

/** The bar on top: menu toggle where the sidebar is a drawer, search, bell, preferences, profile. */
export const Header = memo(function Header({
  release,
  onMenu,
  ...search
}: EntrySearchProps & { release: Release; onMenu?: () => void }) {
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
        <CanaryMark release={release} />
        <Bell />
        <PreferencesMenu />
        <ProfileMenu />
      </div>
    </header>
  )
})
