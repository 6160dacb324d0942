import { isRouteErrorResponse, useRouteError } from '@interline/shared/router'
import { Button, Icon } from '@interline/shared/ui'
import { t } from '../messages.ts'
import { useTabTitle } from './tab-title.ts'
import * as styles from './fatal.module.css'

/** This is left when the shell itself fails (SPEC §8). */
export function Fatal({ message }: { message: string }) {
  useTabTitle(t('error.heading'))
  return (
    <main className={`il-state ${styles.page}`} data-kind="failed">
      <span className="il-state-stop" aria-hidden="true">
        <Icon id="warning" size={22} />
      </span>
      <h1>{t('error.heading')}</h1>
      <p className="il-state-text">{message || t('error.unknown')}</p>
      <div className="il-state-acts">
        <Button type="primary" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
        <Button href="/">{t('error.home')}</Button>
      </div>
    </main>
  )
}

/** The router shows this for an error that nothing below it caught. */
export function RouterError() {
  return <Fatal message={explain(useRouteError())} />
}

function explain(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  return error instanceof Error ? error.message : String(error ?? '')
}
