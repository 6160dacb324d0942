import { useEffect, useLayoutEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { createPortal } from 'react-dom'
import { logFailure } from '../api/log-failure.ts'
import { t } from '../i18n/texts.ts'
import { useNotices } from './feedback/notices.ts'
import { holdFocus } from './hold-focus.ts'

const notLoaded = new Set<() => Promise<unknown>>()

/** After how many milliseconds code that did not come is asked for again, before a person is asked. */
const pausesMs = [300, 900]

async function loadThrice<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (const ms of pausesMs) {
    try {
      return await load()
    } catch (error) {
      // No second request gets through while the browser is offline.
      if (!navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
  return load()
}

/**
 * A component whose code loads when it is first drawn, or with `prefetchLazy`: a dialog, a form. Until then nothing is
 * drawn. Code that does not come is asked for twice more, but not while the browser is offline; then a note at the
 * foot of the page says so, with Retry, which happens by itself when the browser is back online. Call it outside
 * components. What nobody asked for by a click is `isQuiet`: it is asked for again too, and nobody is told. What few
 * people open `isFar`: it is not loaded ahead.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isQuiet = false, isFar = false }: { isQuiet?: boolean; isFar?: boolean } = {},
): ComponentType<Props> {
  const lazy: { Loaded: ComponentType<Props> | null } = { Loaded: null }
  const ready = async () => {
    notLoaded.delete(ready)
    lazy.Loaded = await loadThrice(load)
  }
  if (!isFar) notLoaded.add(ready)

  return function Lazy(props: Props) {
    const [Loaded, setLoaded] = useState(() => lazy.Loaded)
    const [attempt, setAttempt] = useState(0)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (Loaded) return
      let drawn = true
      ready().then(
        () => drawn && setLoaded(() => lazy.Loaded),
        (error: unknown) => {
          logFailure('Loading a part of the screen', error)
          if (drawn) setFailed(true)
        },
      )
      return () => {
        drawn = false
      }
    }, [Loaded, attempt])
    const retry = () => {
      setFailed(false)
      setAttempt((before) => before + 1)
    }
    // A layout effect: between the note and a later effect the event could come and be missed.
    useLayoutEffect(() => {
      if (!failed) return
      window.addEventListener('online', retry)
      return () => window.removeEventListener('online', retry)
    }, [failed])
    if (Loaded) return <Loaded {...props} />
    if (!failed || isQuiet) return null
    return <LazyFailed onRetry={retry} />
  }
}

/**
 * Loads the code of the lazy components known so far, each once, ahead of their first use. A failure shows when such a
 * component is first drawn.
 */
export const prefetchLazy = async (): Promise<void> =>
  void (await Promise.allSettled([...notLoaded].map((ready) => ready())))

function LazyFailed({ onRetry }: { onRetry: () => void }) {
  const place = useNotices((notices) => notices.place)
  return createPortal(
    <div ref={holdFocus} className="il-lazy-failed il-floating" role="alert">
      <p>{t('lazy.failed')}</p>
      <button type="button" className="il-button" onClick={onRetry}>
        {t('retry')}
      </button>
    </div>,
    place ?? document.body,
  )
}
