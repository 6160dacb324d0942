import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '@interline/shared/api'
import type { CannedReply } from '@interline/shared/contract'
import { ChangeFailure, Modal } from '@interline/shared/forms'
import { Button, failureReason, Icon, useDialogs } from '@interline/shared/ui'
import { t } from './messages.ts'
import { cannedReplies, deleteCannedReply } from '../api.ts'
import { NotLoaded } from '../not-loaded.tsx'
import { ReplyForm } from './reply-form.tsx'
import type { EditedReply } from './reply-form.tsx'
import * as styles from './canned-replies.module.css'

/** All canned replies, to be made, changed, shared and deleted. It is open as long as it is drawn. */
export function RepliesDialog({ onClosed }: { onClosed: () => void }) {
  const replies = useQuery(cannedReplies)
  const [open, setOpen] = useState(true)
  const [edited, setEdited] = useState<EditedReply | null>(null)
  const dialogs = useDialogs()
  const body = useRef<HTMLDivElement>(null)
  const removing = useChange({
    what: 'Deleting a canned reply',
    send: deleteCannedReply,
    reloads: ['canned-replies'],
    // Its own buttons are gone with it.
    onMade: async (_answer, _id, reloaded) => {
      await reloaded
      body.current?.querySelector('button')?.focus()
    },
  })

  async function remove({ _id, shortcut, is_shared }: CannedReply) {
    const agreed = await dialogs.confirm({
      title: t('delete.ask', { shortcut }),
      ...(is_shared && { text: t('delete.askShared') }),
      ok: t('delete.ok'),
      cancel: t('delete.keep'),
      danger: true,
    })
    if (agreed) removing.make(_id)
  }

  function list() {
    if (replies.data === undefined)
      return <NotLoaded query={replies} what={t('list.what')} loading={t('list.loading')} rows={4} />
    if (replies.data.length === 0) return <p className={`il-soft ${styles.note}`}>{t('list.none')}</p>
    return (
      <ul className={`il-lines ${styles.all}`}>
        {replies.data.map((reply) => (
          <li key={reply._id}>
            <div className={styles.kept}>
              <p>
                <span className={styles.shortcut} translate="no">
                  /{reply.shortcut}
                </span>
                <span className="il-hint">
                  {reply.is_shared ? t('dialog.by', { name: reply.owner.full_name }) : t('dialog.own')}
                </span>
              </p>
              <p className={`il-soft il-break ${styles.whole}`} translate="no">
                {reply.text}
              </p>
            </div>
            <Button
              type="text"
              icon={<Icon id="edit" />}
              aria-label={t('dialog.changeLabel', { shortcut: reply.shortcut })}
              title={t('dialog.change')}
              onClick={() => setEdited(reply)}
            />
            <Button
              type="text"
              icon={<Icon id="trash" />}
              aria-label={t('dialog.deleteLabel', { shortcut: reply.shortcut })}
              title={t('dialog.delete')}
              onClick={() => void remove(reply)}
            />
          </li>
        ))}
      </ul>
    )
  }

  return (
    <>
      <Modal
        open={open}
        onCancel={() => setOpen(false)}
        afterClose={onClosed}
        title={t('dialog.title')}
        closable={{ 'aria-label': t('dialog.close') }}
        footer={null}
        width={640}
      >
        <div ref={body}>
          <p className="il-modal-subtitle">{t('dialog.intro')}</p>
          <Button
            type="primary"
            icon={<Icon id="plus" />}
            onClick={() => setEdited({ shortcut: '', text: '', is_shared: false })}
          >
            {t('dialog.new')}
          </Button>
          {removing.error !== null && (
            <ChangeFailure title={t('delete.failed')} reason={failureReason(removing.error)} error={removing.error} />
          )}
          {list()}
        </div>
      </Modal>
      {edited && <ReplyForm reply={edited} others={replies.data ?? []} onClosed={() => setEdited(null)} />}
    </>
  )
}
