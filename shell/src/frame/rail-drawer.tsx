import { Drawer } from '@interline/shared/kit'
import { Button, Icon } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import type { RailEntry } from './rail-entries.ts'
import { Rail } from './rail.tsx'

type RailDrawerProps = { entries: RailEntry[]; active: string | null; onNear: (entry: RailEntry) => void; open: boolean; onClose: () => void }

/** The sidebar where there is no room for it beside the screen. */
export function RailDrawer({ entries, active, onNear, open, onClose }: RailDrawerProps) {
  const say = useSay()
  return (
    <Drawer
      className="il-rail-drawer"
      rootClassName="il-rail-drawer-root"
      placement="left"
      size={272}
      open={open}
      onClose={onClose}
      closable={false}
      aria-label={say('rail.label')}
    >
      <div className="il-rail">
        <Rail entries={entries} active={active} compact={false} onNear={onNear} onOpen={onClose} />
        <Button className="il-rail-close" type="text" aria-label={say('rail.close')} icon={<Icon id="close" />} onClick={onClose} />
      </div>
    </Drawer>
  )
}
