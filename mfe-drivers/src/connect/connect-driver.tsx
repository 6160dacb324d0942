import { useId, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { idOf, logFailure, textOf } from '@interline/shared/api'
import { trimmed, useMessages } from '@interline/shared/i18n'
import { ChangeFailure, Modal } from '@interline/shared/forms'
import { afterAMoment, Input, isConflict } from '@interline/shared/ui'
import type { InputRef } from '@interline/shared/ui'
import { connectDriver, latestDriver, reloadLists } from '../api.ts'
import { ConnectIdHint, isUnlikelyConnectId } from './connect-id-hint.tsx'
import { nameOf, revisionOf } from '../driver-row.ts'
import type { DriverRow } from '../driver-row.ts'
import { reasonOf } from '../failure-reason.ts'
import { useT } from './connect-messages.ts'
import { useLeaveGuard } from '../use-leave-guard.ts'
import * as styles from './connect-driver.module.css'

export type ChangeModalProps = {
  driver: DriverRow
  open: boolean
  onClose: () => void
  /** The change was made: close, reload, and say so. */
  /** `undo` takes the change back. */
  onDone: (title: string, text: string, undo?: () => Promise<void>) => void
}

/** SPEC §2, Connect Driver. */
export function ConnectDriver({ driver, open, onClose, onDone }: ChangeModalProps) {
  const t = useT()
  const shared = useMessages('shared')
  const formId = useId()
  const input = useRef<InputRef>(null)
  const [saved, setSaved] = useState(driver)
  const [typed, setTyped] = useState('')
  const connecting = useMutation({ mutationFn: connectDriver })
  const blank = trimmed(typed) === ''
  const mayLeave = useLeaveGuard(open && !blank, onClose)

  async function submit() {
    if (blank || connecting.isPending) return
    try {
      await connecting.mutateAsync({
        _id: idOf(saved._id) ?? '',
        driver_connect_id: trimmed(typed),
        ...revisionOf(saved),
      })
    } catch (error) {
      logFailure('Connecting a driver', error)
      if (isConflict(error)) {
        await reloadLists()
        setSaved(await latestDriver(saved))
      }
      return
    }
    onDone(t('connect.done'), t('connect.doneText'))
  }

  const connected = textOf(saved.stripe_connect_id)
  const meanwhile = connected === '' ? undefined : t('connect.meanwhile', { id: connected })

  async function close() {
    if (!connecting.isPending && (await mayLeave())) onClose()
  }

  return (
    <Modal
      open={open}
      onCancel={() => void close()}
      title={t('connect.title')}
      closable={{ 'aria-label': shared('close') }}
      cancelText={t('connect.cancel')}
      okText={t('connect.submit')}
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        disabled: blank,
        loading: connecting.isPending && afterAMoment,
      }}
      width={480}
      destroyOnHidden
      // Where less motion is asked for, the dialog gives the focus to its first button after autoFocus.
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      <p className="il-modal-subtitle">{t('connect.for', { name: nameOf(driver) })}</p>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Input
          ref={input}
          autoFocus
          aria-label={t('connect.placeholder')}
          aria-describedby={`${formId}-hint`}
          placeholder={t('connect.placeholder')}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p id={`${formId}-hint`} className={styles.hint} role="status">
          {isUnlikelyConnectId(typed) && <ConnectIdHint />}
        </p>
      </form>
      {connecting.error && (
        <ChangeFailure
          title={t('connect.failed')}
          reason={reasonOf(connecting.error)}
          hint={meanwhile}
          error={connecting.error}
        />
      )}
    </Modal>
  )
}
