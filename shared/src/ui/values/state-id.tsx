import { useEffect, useState } from 'react'
import { Button } from 'antd'
import { cutStateId, notAvailable, orNotAvailable } from '../../i18n/formats.ts'
import { DocumentLink } from './document-link.tsx'
import { Icon } from '../icon.tsx'

type StateIdProps = {
  /** Whatever the backend sent. */
  value: unknown
  /** Whose it is, e.g. `State ID of Jane Doe`. */
  label: string
  copyLabel: string
  copiedLabel: string
}

/** A State ID: its text cut as SPEC §9 says; link, tooltip and copy have the whole text. */
export function StateId({ value, label, copyLabel, copiedLabel }: StateIdProps) {
  const [copied, setCopied] = useState(false)
  const whole = orNotAvailable(value)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  if (whole === notAvailable) return <>{notAvailable}</>

  const copy = () =>
    void navigator.clipboard?.writeText(whole).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <span className="il-state-id">
      <span title={whole}>
        <DocumentLink href={whole} label={label} tooltip={whole} text={cutStateId(whole)} />
      </span>
      <Button
        type="text"
        size="small"
        aria-label={copyLabel}
        title={copyLabel}
        icon={<Icon id={copied ? 'check' : 'copy'} />}
        onClick={copy}
      />
      <span className="il-visually-hidden" role="status">
        {copied ? copiedLabel : ''}
      </span>
    </span>
  )
}
