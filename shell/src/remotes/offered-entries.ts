import type { PinnedRemote } from '@interline/federation/runtime'
import type { SessionState } from '@interline/shared/session'
import { mayOpen } from './permitted.tsx'

/** The sidebar entries of a remote that an administrator may have. One without a permission has that of its route. */
export const offeredEntries = ({ descriptor: { sidebar, permissions } }: PinnedRemote, user: SessionState['user']) =>
  sidebar.filter(({ path, permission }) => mayOpen(user, permission ?? permissions?.[path]))

/** A remote with entries of which the administrator may have none. */
export const isWithheld = (remote: PinnedRemote, user: SessionState['user']) =>
  remote.descriptor.sidebar.length > 0 && offeredEntries(remote, user).length === 0
