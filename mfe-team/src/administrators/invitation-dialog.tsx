import { useRef, useState } from 'react'
import { Modal } from '@interline/shared/forms'
import { Button, Icon, Input } from '@interline/shared/ui'
import type { InputRef } from '@interline/shared/ui'
import type { MadeInvitation } from '../api.ts'
import { t } from '../messages.ts'
import * as styles from './administrators.module.css'

export type ShownInvitation = MadeInvitation & { full_name: string; email: string }

type InvitationDialogProps = { invitation: ShownInvitation; onClosed: () => void }

/** The outcome of an invitation: it was mailed, or its link is here to copy, once. */
export function InvitationDialog({ invitation, onClosed }: InvitationDialogProps) {
  const [open, setOpen] = useState(true)
  const onClose = () => setOpen(false)
  const { full_name: name, email, link } = invitation
  const input = useRef<InputRef>(null)
  const [copied, setCopied] = useState<string | null>(null)

  async function copy() {
    input.current?.select()
    // Only a page of https or of this machine has a clipboard; the link is selected in any other.
    await navigator.clipboard?.writeText(link ?? '').then(
      () => setCopied(link),
      () => undefined,
    )
  }

  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={onClosed}
      title={t('invite.done', { name })}
      closable={{ 'aria-label': t('invite.close') }}
      mask={{ closable: link === null }}
      footer={<Button onClick={onClose}>{t('invite.close')}</Button>}
      width={520}
    >
      <p>{link === null ? t('invite.mailed', { email }) : t('invite.linkText', { name })}</p>
      {link !== null && (
        <div className={styles.link}>
          <Input
            ref={input}
            readOnly
            value={link}
            aria-label={t('invite.link')}
            onFocus={() => input.current?.select()}
          />
          <Button type="primary" icon={<Icon id="copy" />} onClick={() => void copy()}>
            {t('invite.copy')}
          </Button>
        </div>
      )}
      <p role="status" className="il-hint">
        {copied !== null && copied === link && t('invite.copied')}
      </p>
    </Modal>
  )
}
