import { useEffect, useRef, useState } from 'react'
import { isApiError } from '../api/api-error.ts'
import { useMessages } from '../i18n/messages.ts'
import { Icon } from './icon.tsx'

const shownFor = 2000

/** The id of the request that failed, for a support call, with a button that copies it; nothing where there is none. */
export function RequestId({ error }: { error: unknown }) {
  const t = useMessages('shared')
  const text = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState(false)
  const id = isApiError(error) ? error.requestId : null
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownFor)
    return () => clearTimeout(timer)
  }, [copied])
  if (id === null) return null

  async function copy() {
    try {
      await navigator.clipboard.writeText(id ?? '')
      setCopied(true)
    } catch {
      // Over plain http, and where it is forbidden, nothing may be copied by a script: what is selected, by the person.
      if (text.current) window.getSelection()?.selectAllChildren(text.current)
    }
  }

  return (
    <span className="il-request-id">
      <span>
        {t('requestId')} <span ref={text}>{id}</span>
      </span>
      <button
        type="button"
        aria-label={t('copyRequestId')}
        title={t('copyRequestId')}
        onClick={(event) => {
          // In a row or a dialog nothing else is meant by it.
          event.stopPropagation()
          void copy()
        }}
      >
        <Icon id={copied ? 'check' : 'copy'} size={14} />
      </button>
      <span className="il-visually-hidden" role="status">
        {copied && t('copiedRequestId')}
      </span>
    </span>
  )
}
