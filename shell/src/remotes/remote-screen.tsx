import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import type { LoadedRemote, PinnedRemote, Remotes } from '@interline/federation/runtime'
import { logFailure } from '@interline/shared/api'
import { useLocation } from '@interline/shared/router'
import { RemoteSettingsContext } from '@interline/shared/session'
import { Icon, loadingDelayMs, Skeleton } from '@interline/shared/ui'
import { announceFirstScreen, isFirstScreenDrawn } from '../first-screen/loader.ts'
import { t } from '../messages.ts'
import { RemoteBoundary } from './remote-boundary.tsx'
import { MissingScreen, RemoteFailed } from './remote-failed.tsx'
import * as styles from './remote.module.css'

/**
 * How long a visit may take until its screen stands, in ms: where another version can take its place, from the visit
 * on, so that one stands within 8 s; otherwise from the moment on at which its code is there.
 */
const withFallbackMs = 5000
const aloneMs = 8000

/**
 * When a visit began, and how long its screen may wait at least once its code is there, in ms. A visit that opens the
 * page began before there was a shell; on a slow line that took the most of it.
 */
const visitBegan = () =>
  isFirstScreenDrawn() ? { at: performance.now(), shortestMs: 1000 } : { at: 0, shortestMs: 3000 }

type RemoteScreenProps = { remotes: Remotes; pinned: PinnedRemote; path: string }

/** One route of a remote: loaded when it is visited; whatever goes wrong inside stays inside. */
export function RemoteScreen(props: RemoteScreenProps) {
  const [attempt, setAttempt] = useState(0)
  const failed = (error: unknown) => (
    <RemoteFailed pinned={props.pinned} error={error} attempt={attempt} onRetry={() => setAttempt(attempt + 1)} />
  )
  return <RemoteContent key={attempt} {...props} failed={failed} />
}

type RemoteContentProps = RemoteScreenProps & { failed: (error: unknown) => ReactNode }

/**
 * Loads the remote unless it is there, then draws the screen of the path. When a version's screen throws before it was
 * rendered once, does not stand in time, or is missing, the last known good version runs instead; what a screen throws
 * later stays on its page.
 */
function RemoteContent({ remotes, pinned, path, failed }: RemoteContentProps) {
  const { name, title } = pinned.descriptor
  const { pathname } = useLocation()
  const [visit] = useState(visitBegan)
  const [running, setRunning] = useState(() => remotes.peek(name))
  const [failure, setFailure] = useState<{ error: unknown; at: string }>()
  const failedHere = failure?.at === pathname
  const isWaiting = !running && !failedHere

  useLayoutEffect(() => {
    if (running) announceFirstScreen()
  }, [running])

  useEffect(() => {
    if (!isWaiting) return
    let here = true
    settle(
      name,
      remotes.load(name),
      (loaded) => here && setRunning(loaded),
      (error) => here && setFailure({ error, at: pathname }),
    )
    return () => {
      here = false
    }
  }, [isWaiting, name, pathname, remotes])

  // A hidden screen has no effects: what did not come is asked for anew when it is visited again.
  useEffect(() => () => setFailure(undefined), [])

  useEffect(() => {
    const follow = (replacing: LoadedRemote) => {
      setFailure(undefined)
      setRunning(replacing)
    }
    // It may have been replaced while this screen was hidden. One that fell back elsewhere changes nothing here.
    const now = remotes.peek(name)
    if (now && !now.insteadOf)
      queueMicrotask(() => setRunning((before) => (before && !before.insteadOf ? now : before)))
    return remotes.watch(name, follow)
  }, [name, remotes])

  if (failedHere) return failed(failure.error)
  if (!running) return <RemoteLoading title={title} />
  const Screen = running.routes.find((route) => route.path === path)?.Component
  const { attempts } = remotes
  const { url } = running.version
  const standWithin = () =>
    remotes.hasFallback(running) ? Math.max(visit.shortestMs, withFallbackMs - (performance.now() - visit.at)) : aloneMs
  return (
    <RemoteBoundary
      key={running.key}
      remote={name}
      version={url}
      at={pathname}
      failed={failed}
      mounting={<RemoteLoading title={title} />}
      standWithin={standWithin}
      onDrawing={() => attempts.begin(url)}
      onStands={() => {
        attempts.end(url)
        attempts.stood(url)
      }}
      onGone={() => attempts.end(url)}
      onRunFailure={(thrown) => remotes.reportThrown(running, thrown)}
      onMountFailure={(thrown) =>
        settle(name, remotes.fallBack(running, thrown), setRunning, (error) => setFailure({ error, at: pathname }))
      }
    >
      {running.insteadOf && (
        <p className="il-note" role="status">
          <Icon id="info" size={16} />
          <span title={t('remote.fallbackVersions', { meant: versionOf(pinned), running: versionOf(running.version) })}>
            {t('remote.fallback', { title })}
          </span>
        </p>
      )}
      {Screen ? (
        <RemoteSettingsContext value={running.settings}>
          <Screen />
        </RemoteSettingsContext>
      ) : (
        <MissingScreen path={path} />
      )}
    </RemoteBoundary>
  )
}

const versionOf = ({ descriptor }: PinnedRemote) => `${descriptor.version}-${descriptor.build}`

/**
 * Follows a remote that is being loaded; what failed is logged, also when the last known good version took its place.
 */
function settle(
  name: string,
  loading: Promise<LoadedRemote>,
  onRunning: (loaded: LoadedRemote) => void,
  onFailed: (error: unknown) => void,
) {
  loading.then(
    (loaded) => {
      if (loaded.insteadOf) logFailure(`Section ${name}`, loaded.insteadOf)
      onRunning(loaded)
    },
    (error: unknown) => {
      logFailure(`Section ${name}`, error)
      onFailed(error)
    },
  )
}

/** The outline of a screen; nothing at all when the screen comes within a blink. */
function RemoteLoading({ title }: { title: string }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), loadingDelayMs)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <div className={styles.loading} role="status" aria-label={t('remote.loading', { title })}>
      <Skeleton.Input active size="large" />
      <div className="il-card">
        <Skeleton active title={{ width: '30%' }} paragraph={{ rows: 8, width: '100%' }} />
      </div>
    </div>
  )
}
