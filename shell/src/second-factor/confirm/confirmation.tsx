import { useEffect, useState } from 'react'
import { onConfirmationNeeded } from '@interline/shared/api'
import { lazyWithRetry } from '@interline/shared/ui'

const ConfirmDialog = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "second-factor" */ './confirm-dialog.tsx')).ConfirmDialog,
)

const BackFromProvider = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "second-factor" */ './back-from-provider.tsx')).BackFromProvider,
)

/** Where an administrator is asked to confirm what cannot be undone; its code comes when it is needed. */
export function Confirmation() {
  const [isBack] = useState(() => /^#sso-confirm(-failure)?=/.test(window.location.hash))
  const [asked, setAsked] = useState<{ end: (isConfirmed: boolean) => void }>()
  useEffect(() => {
    let end: ((isConfirmed: boolean) => void) | undefined
    onConfirmationNeeded(
      () =>
        new Promise((resolve) => {
          end = (isConfirmed) => {
            setAsked(undefined)
            resolve(isConfirmed)
          }
          setAsked({ end })
        }),
    )
    // A person who signs out meanwhile confirms nothing.
    return () => end?.(false)
  }, [])
  return (
    <>
      {isBack && <BackFromProvider />}
      {asked && <ConfirmDialog onEnd={asked.end} />}
    </>
  )
}
