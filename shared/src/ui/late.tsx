import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { logFailure } from '../log-failure.ts'
import { useMessages } from '../messages.ts'

const notLoaded = new Set<() => Promise<unknown>>()

/**
 * A component whose code comes when it is first drawn, or with `warmLateParts`: a dialog, a form. Nothing stands in its place until
 * then. When the code does not come, a note at the foot of the page says so, with Retry. Call it outside components.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const part: { Loaded: ComponentType<Props> | null } = { Loaded: null }
  const ready = async () => {
    part.Loaded = await load()
    notLoaded.delete(ready)
  }
  notLoaded.add(ready)

  return function Late(props: Props) {
    const [Loaded, setLoaded] = useState(() => part.Loaded)
    const [attempt, setAttempt] = useState(0)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (Loaded) return
      let drawn = true
      ready().then(
        () => drawn && setLoaded(() => part.Loaded),
        (error: unknown) => {
          logFailure('Loading a part of the screen', error)
          if (drawn) setFailed(true)
        },
      )
      return () => {
        drawn = false
      }
    }, [Loaded, attempt])
    if (Loaded) return <Loaded {...props} />
    if (!failed) return null
    const retry = () => {
      setFailed(false)
      setAttempt(attempt + 1)
    }
    return <LateFailed onRetry={retry} />
  }
}

/** Loads the code of all late parts known so far, ahead of their first use. A failure is left for that use to meet and tell. */
export const warmLateParts = async (): Promise<void> => void (await Promise.allSettled([...notLoaded].map((ready) => ready())))

function LateFailed({ onRetry }: { onRetry: () => void }) {
  const say = useMessages('shared')
  return (
    <div className="il-late-failed" role="alert">
      <p>{say('late.failed')}</p>
      <button type="button" onClick={onRetry}>
        {say('retry')}
      </button>
    </div>
  )
}
