import './provides.ts'
import { createRoot } from 'react-dom/client'
import { openRemotes, readPageRelease, toError } from '@interline/federation/runtime'
import { logFailure } from '@interline/shared/api'
import { readSettings } from '@interline/shared/session'
import { createBrowserRouter } from '@interline/shared/router'
import { InterlineProvider } from '@interline/shared/ui'
import { openOverride } from './dev-override/open-override.ts'
import { hideLoader } from './first-screen/loader.ts'
import { setCanaryCookies } from './releases/canary-cookies.ts'
import { Fatal } from './errors/fatal.tsx'
import { openAttempts } from './remotes/failures/attempts-in-storage.ts'
import { reportFailureOf, reportUncaughtOf, watchUncaught } from './remotes/failures/report-failure.ts'
import { loadFirstRemote } from './first-screen/load-first-remote.ts'
import { routes } from './routes.tsx'
import { Shell } from './shell.tsx'

hideLoader(readSettings().loaderMs)
const typeface = typefaceArrived()
const root = createRoot(document.getElementById('root') as HTMLElement)
start().catch((error: unknown) => {
  logFailure('Start', error)
  root.render(
    <InterlineProvider>
      <Fatal message={toError(error).message} />
    </InterlineProvider>,
  )
})

async function start() {
  const released = readPageRelease()
  setCanaryCookies()
  const report = reportFailureOf(released.number)
  const attempts = await openAttempts()
  const overridden = await openOverride(released, report)
  const release = overridden?.release ?? released
  const remotes = overridden?.remotes ?? openRemotes(release, report, attempts)
  const reportUncaught = reportUncaughtOf(release, remotes, report)
  watchUncaught(reportUncaught)
  await Promise.all([loadFirstRemote(release, remotes), typeface])
  const router = createBrowserRouter(routes(release, remotes, reportUncaught))
  root.render(
    <>
      <Shell router={router} />
      {overridden?.banner}
    </>,
  )
}

/**
 * Resolves when texts can be drawn in the typeface that the page loads ahead, after 300 ms in any case: drawn in
 * another one first, lines would break again and push what is below them.
 */
function typefaceArrived(): Promise<unknown> {
  return Promise.race([
    document.fonts.load("16px 'Inter Variable'").catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, 300)),
  ])
}
