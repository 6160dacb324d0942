import { useEffect, useEffectEvent, useState } from 'react'
import { readSettings } from '@interline/shared/session'
import { Button, EmptyState, Icon, safeHref } from '@interline/shared/ui'
import { t } from '../queue-messages.ts'
import { Picture } from './picture.tsx'
import * as styles from './documents.module.css'

type ViewerProps = {
  href: string | null
  fileName: string | null
  label: string
  onSeen: (href: string) => void
}

/** The document itself, or why it does not stand here and how else to see it. */
export function Viewer({ href, fileName, label, onSeen }: ViewerProps) {
  const [isBroken, setIsBroken] = useState(false)
  const target = safeHref(href, readSettings().documentsUrl)
  if (target === null || href === null)
    return <EmptyState title={t('documents.none')} text={t('documents.noneText')} icon="file" />
  const ending = /\.(\w+)$/.exec(new URL(target).pathname)?.[1]?.toLowerCase() ?? ''
  const seen = () => onSeen(href)
  const broken = () => setIsBroken(true)
  if (!isBroken && /^(jpe?g|png)$/.test(ending))
    return <Picture src={target} label={label} onSeen={seen} onBroken={broken} />
  // A PDF from before the check has no name, and is saved instead of shown (decision 049).
  if (!isBroken && ending === 'pdf' && fileName !== null && navigator.pdfViewerEnabled !== false)
    return <Pdf src={target} label={label} onSeen={seen} onBroken={broken} />
  return (
    <EmptyState
      title={t(isBroken ? 'documents.broken' : 'documents.notShown')}
      text={t('documents.elsewhere')}
      icon={isBroken ? 'warning' : 'download'}
    />
  )
}

const isOurs = (src: string) => new URL(src).origin === new URL(readSettings().documentsUrl).origin

// WebKit leaves the frame of a document that may run nothing empty, and tells nobody: a look is a tab or a file there.
const leavesFramesEmpty = () =>
  /(Version|CriOS|FxiOS)\/.+ Safari\//.test(navigator.userAgent) && !/Chrome\//.test(navigator.userAgent)

type PdfProps = { src: string; label: string; onSeen: () => void; onBroken: () => void }

// Without a sidebar and as wide as the frame, in the words of Chromium's viewer and of Firefox's.
const view = '#navpanes=0&view=FitH&pagemode=none&zoom=page-width'

function Pdf({ src, label, onSeen, onBroken }: PdfProps) {
  const isOwn = isOurs(src)
  const answered = useEffectEvent((isThere: boolean) => {
    if (!isThere) onBroken()
    else if (!leavesFramesEmpty()) onSeen()
  })
  useEffect(() => {
    if (!isOwn) return
    const asking = new AbortController()
    // A frame does not tell that it was refused.
    fetch(src, { method: 'HEAD', signal: asking.signal })
      .then(({ ok }) => answered(ok))
      .catch(() => asking.signal.aborted || answered(false))
    return () => asking.abort()
  }, [src, isOwn])
  return (
    <div className={styles.frame}>
      <p>{t('documents.nothing')}</p>
      <iframe
        src={src + view}
        title={label}
        {...(!isOwn && { onLoad: onSeen })}
        // A key that is pressed now is meant for the queue again.
        onPointerLeave={({ currentTarget }) =>
          document.activeElement === currentTarget && currentTarget.closest('section')?.focus({ preventScroll: true })
        }
      />
    </div>
  )
}

type DocumentLinksProps = Pick<ViewerProps, 'label' | 'onSeen'> & { href: string; fileName: string }

/** The document in a tab of its own, and as a file. */
export function DocumentLinks({ href, label, fileName, onSeen }: DocumentLinksProps) {
  const target = safeHref(href, readSettings().documentsUrl)
  if (target === null)
    return (
      <span className="il-break" translate="no">
        {fileName}
      </span>
    )
  const link = (to: string, text: string, name: string, icon: string, more: object = {}) => (
    <Button
      href={to}
      type="link"
      {...more}
      target="_blank"
      rel="noopener noreferrer"
      icon={<Icon id={icon} />}
      aria-label={name}
      onClick={() => onSeen(href)}
    >
      {text}
    </Button>
  )
  return (
    <span className={styles.links}>
      {link(target, fileName, t('documents.openOf', { document: label }), 'external')}
      {link(
        isOurs(target) ? `${target}&save=1` : target,
        t('documents.download'),
        t('documents.downloadOf', { document: label }),
        'download',
        { download: true },
      )}
    </span>
  )
}
