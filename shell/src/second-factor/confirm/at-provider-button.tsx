import { useEffect, useRef, useState } from 'react'
import { logFailure } from '@interline/shared/api'
import { openTabChannel } from '@interline/shared/session'
import { Button } from '@interline/shared/ui'
import { prepareBegin, type Begin } from '../../at-provider/begin.ts'
import { t } from '../texts.ts'
import * as styles from '../second-factor.module.css'

/** The tab at the provider tells this to the one that waits: null for confirmed, or why not. */
export type Told = { failure: string | null }

export const openChannel = () => openTabChannel('interline-confirmation')

type ConfirmAtProviderProps = {
  /** The name that people use for the provider. */
  name: string
  isOnly: boolean
  onConfirmed: () => void
}

type State = { waits?: boolean; noTab?: boolean; failure?: string }

/** One more sign-in at the provider, in a tab of its own: this page, and what was entered in it, stays. */
export function ConfirmAtProvider({ name, isOnly, onConfirmed }: ConfirmAtProviderProps) {
  const [begin, setBegin] = useState<Begin>()
  const [state, setState] = useState<State>({})
  const confirmed = useRef(onConfirmed)
  useEffect(() => void (confirmed.current = onConfirmed))

  useEffect(() => {
    prepareBegin('confirm').then(setBegin, (error: unknown) => logFailure('Prepare a confirmation', error))
    const channel = openChannel()
    if (channel)
      channel.onmessage = ({ data }: MessageEvent<Told>) => {
        if (data.failure === null) return confirmed.current()
        setState({ failure: data.failure })
        void prepareBegin('confirm').then(setBegin)
      }
    return () => channel?.close()
  }, [])

  function start(act: (to: Begin) => void) {
    try {
      if (begin) act(begin)
    } catch (error) {
      logFailure('Confirm at the provider', error)
      setState({ failure: t('noStorage') })
    }
  }

  const inNewTab = (to: Begin) => setState(to.inNewTab() ? { waits: true } : { noTab: true })
  return (
    <div className={`il-form ${styles.factor}`}>
      <Button
        type={isOnly ? 'primary' : 'default'}
        size="large"
        block
        autoFocus={isOnly}
        disabled={!begin}
        onClick={() => start(inNewTab)}
      >
        {t('atProvider', { name })}
      </Button>
      <p className={state.failure === undefined ? 'il-hint' : 'il-wrong'} role="status">
        {state.failure ?? t(state.noTab ? 'noNewTab' : state.waits ? 'atProviderWaiting' : 'atProviderHint', { name })}
      </p>
      {state.noTab && (
        <Button size="large" block onClick={() => start((to) => to.here())}>
          {t('goHere')}
        </Button>
      )}
    </div>
  )
}
