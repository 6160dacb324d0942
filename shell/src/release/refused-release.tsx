import { useLayoutEffect } from 'react'
import { ReleaseRefused } from '@interline/federation/runtime'
import { Button, Icon, InterlineProvider } from '@interline/shared/ui'
import { announceFirstScreen } from '../loader.ts'
import { useSay } from '../messages.ts'
import { useTabTitle } from '../tab-title.ts'
import '../router-error.css'

/** Stands alone when this page's release is not to be trusted: nothing else of it is started. */
export function RefusedRelease({ refusal }: { refusal: unknown }) {
  const say = useSay()
  const code = refusal instanceof ReleaseRefused ? refusal.code : 'failed'
  useTabTitle(say('refused.heading'))
  useLayoutEffect(announceFirstScreen, [])
  return (
    <InterlineProvider>
      <main className="il-fatal">
        <span className="il-fatal-icon" aria-hidden="true">
          <Icon id="warning" size={26} />
        </span>
        <div role="alert" data-refusal={code}>
          <h1>{say('refused.heading')}</h1>
          <p>{say(`refused.${code}`)}</p>
          <p>{say('refused.advice')}</p>
        </div>
        <div className="il-fatal-actions">
          <Button type="primary" onClick={() => window.location.reload()}>
            {say('reload')}
          </Button>
        </div>
        <p className="il-fatal-fact">{say('refused.fact', { code, fact: refusal instanceof Error ? refusal.message : String(refusal) })}</p>
      </main>
    </InterlineProvider>
  )
}
