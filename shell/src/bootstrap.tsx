import './provides.ts'
import './loader.css'
import { createRoot } from 'react-dom/client'
import { openRemotes, verifyPageRelease, type VerifiedRelease } from '@interline/federation/runtime'
import { readSettings } from '@interline/shared'
import { createBrowserRouter } from '@interline/shared/router'
import { askFirstData } from './ask-first-data.ts'
import { openGranted } from './granted/open-granted.ts'
import { hideLoader } from './loader.ts'
import { tellWhoIsHere } from './release/canary-cookies.ts'
import { RefusedRelease } from './release/refused-release.tsx'
import { reportFailureOf } from './release/report-failure.ts'
import { UncheckedRelease } from './release/unchecked-release.tsx'
import { loadFirstRemote } from './remote/load-first-remote.ts'
import { routes } from './routes.tsx'
import { Shell } from './shell.tsx'
import { typefaceArrived } from './typeface.ts'

hideLoader(readSettings().loaderMs)
const typeface = typefaceArrived()
const root = createRoot(document.getElementById('root') as HTMLElement)
verifyPageRelease().then((verified) => void start(verified), (refusal: unknown) => root.render(<RefusedRelease refusal={refusal} />))

async function start(verified: VerifiedRelease) {
  tellWhoIsHere()
  const report = reportFailureOf(verified.release.number)
  const granted = await openGranted(verified, report)
  const release = granted?.release ?? verified.release
  const remotes = granted?.remotes ?? openRemotes(release, report)
  askFirstData()
  await Promise.all([loadFirstRemote(release, remotes), typeface])
  const router = createBrowserRouter(routes(release, remotes))
  root.render(
    <>
      <Shell router={router} />
      {verified.doubt && <UncheckedRelease doubt={verified.doubt} />}
      {granted?.banner}
    </>,
  )
}
