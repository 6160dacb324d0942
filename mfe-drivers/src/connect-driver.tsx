import { useId, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { logFailure, useMessages } from '@interline/shared'
import { Modal } from '@interline/shared/kit'
import { Input } from '@interline/shared/ui'
import type { InputRef } from '@interline/shared/ui'
import { connectDriver, latestDriver, reloadLists } from './api.ts'
import { ConnectIdHint, isUnlikelyConnectId } from './connect-id-hint.tsx'
import { idOf, nameOf, revisionOf, textOf } from './driver-row.ts'
import type { DriverRow } from './driver-row.ts'
import { FailureNote } from './failure-note.tsx'
import { isConflict } from './failure-reason.ts'
import { useSay } from './messages.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

export type ChangeModalProps = {
  driver: DriverRow
  open: boolean
  onClose: () => void
  /** The change was made: close, reload, and say so. */
  onDone: (title: string, text: string) => void
}

/** SPEC §2, Connect Driver. */
export function ConnectDriver({ driver, open, onClose, onDone }: ChangeModalProps) {
  const say = useSay()
  const shared = useMessages('shared')
  const formId = useId()
  const input = useRef<InputRef>(null)
  const [saved, setSaved] = useState(driver)
  const [typed, setTyped] = useState('')
  const connecting = useMutation({ mutationFn: connectDriver })
  const blank = typed.trim() === ''
  const mayLeave = useLeaveGuard(open && !blank)

  async function submit() {
    if (blank || connecting.isPending) return
    try {
      await connecting.mutateAsync({ _id: idOf(saved) ?? '', driver_connect_id: typed.trim(), ...revisionOf(saved) })
    } catch (error) {
      logFailure('Connecting a driver', error)
      if (isConflict(error)) {
        await reloadLists()
        setSaved(await latestDriver(saved))
      }
      return
    }
    onDone(say('connect.done'), say('connect.doneText'))
  }

  const connected = textOf(saved, 'stripe_connect_id')
  const meanwhile = connected === '' ? undefined : say('connect.meanwhile', { id: connected })

  async function close() {
    if (!connecting.isPending && (await mayLeave())) onClose()
  }

  return (
    <Modal
      open={open}
      onCancel={() => void close()}
      title={say('connect.title')}
      closable={{ 'aria-label': shared('close') }}
      cancelText={say('connect.cancel')}
      okText={say('connect.submit')}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: blank, loading: connecting.isPending }}
      width={480}
      destroyOnHidden
      // Where less motion is asked for, the dialog gives the focus to its first button after autoFocus.
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      <p className="il-modal-subtitle">{say('connect.for', { name: nameOf(driver) })}</p>
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
          aria-label={say('connect.placeholder')}
          aria-describedby={`${formId}-hint`}
          placeholder={say('connect.placeholder')}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p id={`${formId}-hint`} className="drivers-hint" role="status">
          {isUnlikelyConnectId(typed) && <ConnectIdHint />}
        </p>
      </form>
      {connecting.error && <FailureNote title={say('connect.failed')} error={connecting.error} hint={meanwhile} />}
    </Modal>
  )
}
