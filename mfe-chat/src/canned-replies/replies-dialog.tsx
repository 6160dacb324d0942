import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { logFailure, queryClient } from '@interline/shared/api'
import type { CannedReply } from '@interline/shared/contract'
import { ChangeFailure, Modal } from '@interline/shared/forms'
import { Button, ErrorState, failureReason, Icon, Skeleton, useDialogs } from '@interline/shared/ui'
import { t } from './messages.ts'
import { cannedReplies, deleteCannedReply } from './replies-api.ts'
import { keepTyped, ReplyForm, typedBefore } from './reply-form.tsx'
import type { TypedReply } from './reply-form.tsx'
import * as styles from './canned-replies.module.css'

type RepliesDialogProps = { open: boolean; onClose: () => void; afterClose: () => void }

/** All canned replies, to be made, changed, shared and deleted. A reply that was being written is still there later. */
export function RepliesDialog({ open, onClose, afterClose }: RepliesDialogProps) {
  const replies = useQuery({ ...cannedReplies, enabled: open })
  const [edited, setEdited] = useState<TypedReply | null>(typedBefore)
  const [failure, setFailure] = useState<unknown>(null)
  const dialogs = useDialogs()
  const body = useRef<HTMLDivElement>(null)
  const focusNew = () => requestAnimationFrame(() => body.current?.querySelector('button')?.focus())

  function edit(reply: TypedReply | null) {
    keepTyped(reply)
    setEdited(reply)
    setFailure(null)
    if (reply === null) focusNew()
  }

  async function remove({ _id, shortcut, is_shared }: CannedReply) {
    const agreed = await dialogs.confirm({
      title: t('delete.ask', { shortcut }),
      ...(is_shared && { text: t('delete.askShared') }),
      ok: t('delete.ok'),
      cancel: t('delete.keep'),
      danger: true,
    })
    if (!agreed) return
    setFailure(null)
    try {
      await deleteCannedReply(_id)
    } catch (error) {
      logFailure('Deleting a canned reply', error)
      setFailure(error)
    }
    await queryClient.invalidateQueries(cannedReplies)
    focusNew()
  }

  function list() {
    if (replies.data === undefined && replies.error)
      return (
        <ErrorState
          what={t('list.what')}
          error={replies.error}
          onRetry={() => void replies.refetch()}
          retrying={replies.isFetching}
        />
      )
    if (replies.data === undefined)
      return <Skeleton active title={false} paragraph={{ rows: 4 }} aria-label={t('list.loading')} />
    if (replies.data.length === 0) return <p className={styles.note}>{t('list.none')}</p>
    return (
      <ul className={styles.all}>
        {replies.data.map((reply) => (
          <li key={reply._id}>
            <div className={styles.kept}>
              <p>
                <span className={styles.shortcut}>/{reply.shortcut}</span>
                <span className={styles.whose}>
                  {reply.is_shared ? t('dialog.by', { name: reply.owner.full_name }) : t('dialog.own')}
                </span>
              </p>
              <p className={styles.whole}>{reply.text}</p>
            </div>
            <Button
              type="text"
              icon={<Icon id="edit" />}
              aria-label={t('dialog.changeLabel', { shortcut: reply.shortcut })}
              title={t('dialog.change')}
              onClick={() => edit(reply)}
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
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={afterClose}
      title={edited === null ? t('dialog.title') : t(edited._id ? 'form.changeTitle' : 'form.newTitle')}
      closable={{ 'aria-label': t('dialog.close') }}
      footer={null}
      width={640}
    >
      <div ref={body}>
        {edited === null ? (
          <>
            <p className={styles.intro}>{t('dialog.intro')}</p>
            <Button
              type="primary"
              icon={<Icon id="plus" />}
              onClick={() => edit({ shortcut: '', text: '', is_shared: false })}
            >
              {t('dialog.new')}
            </Button>
            {failure !== null && (
              <ChangeFailure title={t('delete.failed')} reason={failureReason(failure)} error={failure} />
            )}
            {list()}
          </>
        ) : (
          <ReplyForm typed={edited} others={replies.data ?? []} onType={edit} onDone={() => edit(null)} />
        )}
      </div>
    </Modal>
  )
}
