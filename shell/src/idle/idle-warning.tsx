import { Modal } from '@interline/shared/forms'
import { Button } from '@interline/shared/ui'
import { t } from '../messages.ts'

/** Any act in any tab takes it away; the button is one that nobody has to guess. */
export function IdleWarning({ secondsLeft }: { secondsLeft: number }) {
  return (
    <Modal
      open
      centered
      width={420}
      title={t('idle.title')}
      closable={false}
      footer={
        <Button type="primary" autoFocus>
          {t('idle.stay')}
        </Button>
      }
    >
      <p role="timer">{t('idle.text', { count: secondsLeft })}</p>
      <p>{t('idle.kept')}</p>
    </Modal>
  )
}
