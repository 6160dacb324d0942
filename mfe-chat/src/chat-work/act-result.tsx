import { useEffect } from 'react'
import { RequestId } from '@interline/shared/ui'
import * as styles from './act-result.module.css'

/** What an act in the conversation came to; with the error when it failed. */
export type ActResult = { text: string; error?: unknown }

type ActResultTextProps = { result: ActResult | null; onRead: () => void }

const shownMs = 8000

/** A line of the bar below the messages, where it covers nothing. A failure stays until the next act. */
export function ActResultText({ result, onRead }: ActResultTextProps) {
  const isFailure = result?.error !== undefined
  useEffect(() => {
    if (result === null || isFailure) return
    const timer = setTimeout(onRead, shownMs)
    return () => clearTimeout(timer)
  }, [result, isFailure, onRead])
  return (
    <div role="status" className={styles.result} data-failed={isFailure}>
      {result?.text}
      {isFailure && <RequestId error={result.error} />}
    </div>
  )
}
