import { Icon } from '@interline/shared/ui'
import type { Progress } from './conversation.ts'
import { say } from './say.ts'

const icons: Record<Progress, string> = { waiting: 'wifi-off', sending: 'clock', sent: 'check', delivered: 'check-check', seen: 'check-check', failed: 'warning' }

/** How far an own message got: an icon, with its meaning as text. */
export const MessageProgress = ({ progress }: { progress: Progress }) => (
  <span className="il-progress" data-progress={progress} title={say(`progress.${progress}`)}>
    <Icon id={icons[progress]} label={say(`progress.${progress}`)} size={15} />
  </span>
)
