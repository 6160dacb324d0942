import { useEffect, useState } from 'react'
import { isApiError, logFailure } from '@interline/shared/api'
import type { FactorChallenge, Proof } from '@interline/shared/contract'
import { ChangeFailure, Modal } from '@interline/shared/forms'
import { failureReason, Skeleton } from '@interline/shared/ui'
import { beginConfirmation, confirm } from '../calls.ts'
import { ConfirmAtProvider } from './at-provider-button.tsx'
import { FactorForm } from '../factor-form.tsx'
import { t } from '../texts.ts'

type ConfirmDialogProps = { onEnd: (isConfirmed: boolean) => void }

/** Asks who is signed in for a factor, before what cannot be undone. What waits goes on when it was given. */
export function ConfirmDialog({ onEnd }: ConfirmDialogProps) {
  const [challenge, setChallenge] = useState<FactorChallenge>()
  const [failure, setFailure] = useState<unknown>(null)
  const [count, setCount] = useState(0)
  const [open, setOpen] = useState(true)
  const [isConfirmed, setIsConfirmed] = useState(false)

  useEffect(() => {
    let drawn = true
    beginConfirmation().then(
      (asked) => drawn && setChallenge(asked),
      (error: unknown) => {
        logFailure('Confirm', error)
        if (drawn) setFailure(error)
      },
    )
    return () => {
      drawn = false
    }
  }, [count])

  async function give(proof: Proof) {
    try {
      await confirm({ token: challenge?.token ?? '', proof })
      setIsConfirmed(true)
      setOpen(false)
    } catch (error) {
      // It took too long, or the passkey was not right: it is asked for anew.
      if (isApiError(error) && error.fields.token !== undefined) setCount(count + 1)
      throw error
    }
  }

  return (
    <Modal
      open={open}
      onCancel={() => setOpen(false)}
      afterClose={() => onEnd(isConfirmed)}
      title={t('confirmTitle')}
      closable={{ 'aria-label': t('cancel') }}
      footer={null}
      width={440}
      centered
      destroyOnHidden
    >
      {challenge?.methods.length === 0 && (
        <p className="il-modal-subtitle">
          {t(challenge.provider === undefined ? 'confirmBySignIn' : 'atProviderText')}
        </p>
      )}
      {challenge && challenge.methods.length > 0 && (
        <>
          <p className="il-modal-subtitle">
            {t(challenge.methods.includes('password') ? 'confirmPasswordText' : 'confirmFactorText')}
          </p>
          <FactorForm challenge={challenge} onProof={give} submitText={t('confirm')} />
        </>
      )}
      {challenge?.provider !== undefined && (
        <ConfirmAtProvider
          name={challenge.provider}
          isOnly={challenge.methods.length === 0}
          onConfirmed={() => {
            setIsConfirmed(true)
            setOpen(false)
          }}
        />
      )}
      {!challenge && failure === null && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {failure !== null && <ChangeFailure title={t('failed')} reason={failureReason(failure)} error={failure} />}
    </Modal>
  )
}
