import type { Release } from '@interline/federation/runtime'
import { Button, Icon } from '@interline/shared/ui'
import { PopPanel } from '../frame/pop-panel.tsx'
import { useSay } from '../messages.ts'
import { leaveCanary } from './canary-cookies.ts'
import './canary-mark.css'

/** Marks a page that runs a canary, and lets its administrator leave it; nothing in a page of the live release. */
export function CanaryMark({ release: { number, canaryOf } }: { release: Release }) {
  const say = useSay()
  if (canaryOf === undefined) return null
  return (
    <PopPanel
      className="il-canary"
      label={say('canary.title', { number })}
      button={
        <>
          <Icon id="flag" size={16} />
          <span className="il-canary-text">{say('canary.mark')}</span>
        </>
      }
    >
      {() => (
        <>
          <h2>{say('canary.title', { number })}</h2>
          <p>{say('canary.text', { before: canaryOf })}</p>
          <Button type="primary" onClick={() => leaveCanary(number)}>
            {say('canary.leave')}
          </Button>
        </>
      )}
    </PopPanel>
  )
}
