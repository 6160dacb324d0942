import { Button } from 'antd'
import { cutStateId, notAvailable, orNotAvailable } from '../../i18n/formats.ts'
import { t } from '../../i18n/texts.ts'
import { DocumentLink } from './document-link.tsx'
import { Icon } from '../icon.tsx'
import { useCopy } from '../use-copy.ts'

type StateIdProps = {
  /** Whatever the backend sent. */
  value: unknown
  /** The name of the person, for those who hear it. */
  owner: string
}

/** A State ID: its text cut as SPEC §9 says; link, tooltip and copy have the whole text. */
export function StateId({ value, owner }: StateIdProps) {
  const whole = orNotAvailable(value)
  const { copied, copy } = useCopy(whole)
  if (whole === notAvailable) return <span>{notAvailable}</span>

  return (
    <span className="il-state-id">
      <span title={whole} translate="no">
        <DocumentLink href={whole} label={t('stateId.of', { owner })} tooltip={whole} text={cutStateId(whole)} />
      </span>
      <Button
        type="text"
        size="small"
        aria-label={t('stateId.copy', { owner })}
        title={t('stateId.copy', { owner })}
        icon={<Icon id={copied ? 'check' : 'copy'} />}
        onClick={copy}
      />
      <span className="il-visually-hidden" role="status">
        {copied ? t('stateId.copied') : ''}
      </span>
    </span>
  )
}
