import './provides.ts'
import './loader.css'
import { createRoot } from 'react-dom/client'
import { openRemotes, readPageRelease } from '@interline/federation/runtime'
import { readSettings } from '@interline/shared'
import { createBrowserRouter } from '@interline/shared/router'
import { hideLoader } from './loader.ts'
import { reportFailureOf } from './release/report-failure.ts'
import { routes } from './routes.tsx'
import { Shell } from './shell.tsx'

hideLoader(readSettings().loaderMs)
const release = readPageRelease()
const remotes = openRemotes(release, reportFailureOf(release.number))
const router = createBrowserRouter(routes(release, remotes))
createRoot(document.getElementById('root') as HTMLElement).render(<Shell router={router} />)
