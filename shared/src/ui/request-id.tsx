import { useRef } from 'react'
import { isApiError } from '../api/api-error.ts'
import { t } from '../i18n/texts.ts'
import { Icon } from './icon.tsx'
import { useCopy } from './use-copy.ts'

/** The id of the request that failed, for a support call, with a button that copies it; nothing where there is none. */
export function RequestId({ error }: { error: unknown }) {
  const text = useRef<HTMLElement>(null)
  const id = isApiError(error) ? error.requestId : null
  // Where a script may not copy, the person copies what is selected.
  const { copied, copy } = useCopy(id ?? '', () => {
    if (text.current) window.getSelection()?.selectAllChildren(text.current)
  })
  if (id === null) return null
  return (
    <span className="il-request-id">
      <span>
        <span>{t('requestId')}</span>{' '}
        <span ref={text} translate="no">
          {id}
        </span>
      </span>
      <button
        type="button"
        className="il-icon-button il-icon-button-small"
        aria-label={t('copyRequestId')}
        title={t('copyRequestId')}
        onClick={(event) => {
          // In a row or a dialog nothing else is meant by it.
          event.stopPropagation()
          copy()
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
