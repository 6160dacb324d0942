import type { PinnedRemote } from '@interline/federation/runtime'
import { mayDo, type SessionState } from '@interline/shared/session'

/** The sidebar entries of a remote that an administrator may have; all that name no permission. */
export const offeredEntries = ({ descriptor: { sidebar } }: PinnedRemote, user: SessionState['user']) =>
  sidebar.filter(({ permission }) => permission === undefined || mayDo(user, permission))

/** A remote with entries of which the administrator may have none. */
export const isWithheld = (remote: PinnedRemote, user: SessionState['user']) =>
  remote.descriptor.sidebar.length > 0 && offeredEntries(remote, user).length === 0
