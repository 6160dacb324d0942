import { useLayoutEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from '@interline/shared/router'
import { Button, Icon } from '@interline/shared/ui'
import { announceFirstScreen } from './loader.ts'
import { useSay } from './messages.ts'
import { useTabTitle } from './tab-title.ts'
import './router-error.css'

/** What is left when the shell itself fails (SPEC §8). */
export function RouterError() {
  const say = useSay()
  const said = explain(useRouteError()) || say('error.unknown')
  useTabTitle(say('error.heading'))
  useLayoutEffect(announceFirstScreen, [])
  return (
    <main className="il-fatal">
      <span className="il-fatal-icon" aria-hidden="true">
        <Icon id="warning" size={26} />
      </span>
      <h1>{say('error.heading')}</h1>
      <p>{said}</p>
      <div className="il-fatal-actions">
        <Button type="primary" onClick={() => window.location.reload()}>
          {say('reload')}
        </Button>
        <Button href="/">{say('error.home')}</Button>
      </div>
    </main>
  )
}

function explain(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  return error instanceof Error ? error.message : String(error ?? '')
}
