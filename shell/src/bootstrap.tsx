import './provides.ts'
import { createRoot } from 'react-dom/client'
import { openRemotes, verifyPageRelease, type VerifiedRelease } from '@interline/federation/runtime'
import { readSettings } from '@interline/shared/session'
import { createBrowserRouter } from '@interline/shared/router'
import { requestFirstData } from './request-first-data.ts'
import { openOverride } from './dev-override/open-override.ts'
import { hideLoader } from './page/loader.ts'
import { setCanaryCookies } from './releases/canary-cookies.ts'
import { RefusedRelease } from './errors/refused-release.tsx'
import { openAttempts } from './remotes/failures/attempts-in-storage.ts'
import { reportFailureOf, reportUncaughtOf, watchUncaught } from './remotes/failures/report-failure.ts'
import { UncheckedRelease } from './releases/unchecked-release.tsx'
import { loadFirstRemote } from './remotes/ahead/load-first-remote.ts'
import { routes } from './routes.tsx'
import { Shell } from './shell.tsx'
import { typefaceArrived } from './page/typeface.ts'

hideLoader(readSettings().loaderMs)
const typeface = typefaceArrived()
const root = createRoot(document.getElementById('root') as HTMLElement)
verifyPageRelease().then(
  (verified) => void start(verified),
  (error: unknown) => root.render(<RefusedRelease error={error} />),
)

async function start(verified: VerifiedRelease) {
  setCanaryCookies()
  const report = reportFailureOf(verified.release.number)
  const attempts = await openAttempts()
  const overridden = await openOverride(verified.release, report)
  const release = overridden?.release ?? verified.release
  const remotes = overridden?.remotes ?? openRemotes(release, report, attempts)
  const reportUncaught = reportUncaughtOf(release, remotes, report)
  watchUncaught(reportUncaught)
  requestFirstData()
  await Promise.all([loadFirstRemote(release, remotes), typeface])
  const router = createBrowserRouter(routes(release, remotes, reportUncaught))
  root.render(
    <>
      <Shell router={router} />
      {verified.doubt && <UncheckedRelease doubt={verified.doubt} />}
      {overridden?.banner}
    </>,
  )
}
