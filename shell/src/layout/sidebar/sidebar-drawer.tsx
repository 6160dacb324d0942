import { Drawer } from '@interline/shared/forms'
import { Button, Icon } from '@interline/shared/ui'
import { t } from '../../messages.ts'
import type { SidebarEntry } from './sidebar-entries.ts'
import { Sidebar } from './sidebar.tsx'
import * as styles from './sidebar.module.css'

type SidebarDrawerProps = {
  entries: SidebarEntry[]
  active: string | null
  onNear: (entry: SidebarEntry) => void
  open: boolean
  onClose: () => void
}

/** The sidebar where there is no room for it beside the screen. */
export function SidebarDrawer({ entries, active, onNear, open, onClose }: SidebarDrawerProps) {
  return (
    <Drawer
      className={styles.drawer}
      placement="left"
      size={272}
      open={open}
      onClose={onClose}
      closable={false}
      aria-label={t('sidebar.label')}
    >
      <div className={styles.sidebar}>
        <Sidebar entries={entries} active={active} compact={false} onNear={onNear} onOpen={onClose} />
        <Button
          className={styles.close}
          type="text"
          aria-label={t('sidebar.close')}
          icon={<Icon id="close" />}
          onClick={onClose}
        />
      </div>
    </Drawer>
  )
}
