import { useShortcut } from '@interline/shared/ui'
import type { Shortcut } from '@interline/shared/ui'

function Key({ shortcut }: { shortcut: Shortcut }) {
  useShortcut(shortcut)
  return null
}

/** Keys of the queue while this is drawn. */
export const Keys = ({ of }: { of: readonly Shortcut[] }) =>
  of.map((shortcut) => <Key key={shortcut.key} shortcut={shortcut} />)
