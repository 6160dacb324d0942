import { isApiError } from '@interline/shared/api'
import type { FactorChallenge, LoginData, Proof } from '@interline/shared/contract'
import { Button, Icon } from '@interline/shared/ui'
import { answerSecondFactor } from '../api.ts'
import { FactorForm } from './factor-form.tsx'
import { t } from './texts.ts'
import * as styles from './second-factor.module.css'

type SignInStepProps = {
  challenge: FactorChallenge
  onSignedIn: (data: LoginData) => void
  /** With a reason when the sign-in has to begin anew. */
  onBack: (reason?: string) => void
}

/** The second step of a sign-in, after the right password. */
export function SignInStep({ challenge, onSignedIn, onBack }: SignInStepProps) {
  async function give(proof: Proof) {
    try {
      onSignedIn(await answerSecondFactor({ token: challenge.token, proof }))
    } catch (error) {
      if (isApiError(error) && error.fields.token !== undefined)
        return onBack(proof.method === 'passkey' ? t('passkeyWrong') : t('beginAgain'))
      throw error
    }
  }
  return (
    <>
      <FactorForm challenge={challenge} onProof={give} submitText={t('continue')} />
      <Button type="link" className={styles.back} icon={<Icon id="arrow-left" size={18} />} onClick={() => onBack()}>
        {t('back')}
      </Button>
    </>
  )
}
