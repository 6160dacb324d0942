import { notAvailable, orNotAvailable } from '../../i18n/formats.ts'
import { fileNameOf, safeHref } from './links.ts'
import { t } from '../../i18n/texts.ts'
import { readSettings } from '../../session/settings.ts'

type DocumentLinkProps = {
  /** Whatever the backend sent. */
  href: unknown
  /** Its kind and its owner, e.g. `Insurance of Jane Doe`; read aloud, and shown as tooltip unless said otherwise. */
  label: string
  tooltip?: string
  /** Shown text; the file's name unless said otherwise. Without a link it is plain text. */
  text?: string
}

/** A document that opens in a new tab. What is no http(s) link stays text; nothing there shows `N/A`. */
export function DocumentLink({ href, label, tooltip = label, text }: DocumentLinkProps) {
  const target = safeHref(href, readSettings().documentsUrl)
  if (target === null)
    return (
      <span className="il-break" translate="no">
        {orNotAvailable(href) === notAvailable ? notAvailable : orNotAvailable(text ?? href)}
      </span>
    )
  return (
    <a
      className="il-document"
      href={target}
      target="_blank"
      rel="noopener noreferrer"
      title={tooltip}
      aria-label={`${label} (${t('opensNewTab')})`}
    >
      <span className="il-break" translate={text === undefined ? 'no' : undefined}>
        {text ?? (fileNameOf(target) || label)}
      </span>
    </a>
  )
}
