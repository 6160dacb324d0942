import './provides.ts'
import './loader.css'
import { createRoot } from 'react-dom/client'
import { openRemotes, verifyPageRelease, type VerifiedRelease } from '@interline/federation/runtime'
import { readSettings } from '@interline/shared'
import { createBrowserRouter } from '@interline/shared/router'
import { hideLoader } from './loader.ts'
import { RefusedRelease } from './refused-release.tsx'
import { routes } from './routes.tsx'
import { Shell } from './shell.tsx'
import { UncheckedRelease } from './unchecked-release.tsx'

hideLoader(readSettings().loaderMs)
const root = createRoot(document.getElementById('root') as HTMLElement)
verifyPageRelease().then(start, (refusal: unknown) => root.render(<RefusedRelease refusal={refusal} />))

function start({ release, doubt }: VerifiedRelease) {
  const router = createBrowserRouter(routes(release, openRemotes(release)))
  root.render(
    <>
      <Shell router={router} />
      {doubt && <UncheckedRelease doubt={doubt} />}
    </>,
  )
}
