import { Button } from '@interline/shared/ui'
import { say } from './say.ts'
import type { Earlier } from './use-earlier.ts'

/** Above the messages, over them: it moves nothing. */
export function EarlierState({ earlier: { state, load } }: { earlier: Earlier }) {
  if (state === 'idle') return null
  return (
    <p className="il-messages-earlier" role="status">
      {state === 'loading' ? say('chat.earlier') : say('chat.earlierFailed')}
      {state === 'failed' && (
        <Button size="small" onClick={load}>
          {say('progress.retry')}
        </Button>
      )}
    </p>
  )
}
