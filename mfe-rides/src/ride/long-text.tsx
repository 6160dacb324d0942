import { orNotAvailable } from '@interline/shared/i18n'
import { whenLong } from '@interline/shared/ui'

/**
 * Words of any length: a text far longer than a row should be high is cut after a few lines, with all of it in its
 * tooltip.
 */
export function LongText({ value }: { value: unknown }) {
  const text = orNotAvailable(value)
  return (
    <span className="il-break" translate="no" {...whenLong(text)}>
      {text}
    </span>
  )
}
