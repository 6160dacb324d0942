import { useEffect, useRef } from 'react'
import { useToast } from '@interline/shared/ui'
import { endConfirmation, openChannel, type Told } from './back-from-provider.ts'
import { t } from '../texts.ts'

/** Where the browser came back from the provider: tells the tab that waits and closes, or says how it ended here. */
export function BackFromProvider() {
  const toast = useToast()
  const isBack = useRef(false)
  useEffect(() => {
    // A code works once, also where effects run twice.
    if (isBack.current) return
    isBack.current = true
    void endConfirmation().then(({ failure, closes }) => {
      if (closes) {
        const channel = openChannel()
        channel.postMessage({ failure } satisfies Told)
        channel.close()
        window.close()
      }
      if (failure === null) toast.success(t('confirmed'), t(closes ? 'closeTab' : 'confirmedHere'))
      else toast.failure(t('notConfirmed'), failure)
    })
  }, [toast])
  return null
}
