import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isApiError } from '@interline/shared/api'
import type { Proof } from '@interline/shared/contract'
import { ChangeFailure, Modal } from '@interline/shared/forms'
import { failureReason, Skeleton } from '@interline/shared/ui'
import { beginConfirmation, confirm } from '../calls.ts'
import { ConfirmAtProvider } from './at-provider-button.tsx'
import { FactorForm } from '../factor-form.tsx'
import { t } from '../texts.ts'

type ConfirmDialogProps = { onEnd: (isConfirmed: boolean) => void }

/** Asks who is signed in for a factor, before what cannot be undone. What waits goes on when it was given. */
export function ConfirmDialog({ onEnd }: ConfirmDialogProps) {
  // Static: nothing but a factor that was refused asks for another one.
  const {
    data: challenge,
    error: failure,
    refetch,
  } = useQuery({ queryKey: ['confirmation'], queryFn: beginConfirmation, staleTime: 'static', gcTime: 0, retry: false })
  const [isConfirmed, end] = useState<boolean>()

  async function give(proof: Proof) {
    try {
      await confirm({ token: challenge?.token ?? '', proof })
      end(true)
    } catch (error) {
      // It took too long, or the passkey was not right: it is asked for anew.
      if (isApiError(error) && error.fields.token !== undefined) void refetch()
      throw error
    }
  }

  return (
    <Modal
      open={isConfirmed === undefined}
      onCancel={() => end(false)}
      afterClose={() => onEnd(isConfirmed === true)}
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
          onConfirmed={() => end(true)}
        />
      )}
      {!challenge && failure === null && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {failure !== null && <ChangeFailure title={t('failed')} reason={failureReason(failure)} error={failure} />}
    </Modal>
  )
}
