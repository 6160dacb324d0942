import { formatCount } from '@interline/shared/i18n'
import { Button, failureReason } from '@interline/shared/ui'
import { ChangeFailure } from '@interline/shared/forms'
import { t } from '../import-messages.ts'
import type { Work } from '../use-import.ts'
import { StepTitle } from './step-title.tsx'
import * as styles from '../import.module.css'

type WorkingProps = { work: Work; onStop: () => void; onRetry: () => void; onBack: () => void }

/** How far the check or the import is. */
export function Working({ work, onStop, onRetry, onBack }: WorkingProps) {
  const { phase, states, done, all, isStopping, failure } = work
  const title = t(phase === 'checking' ? 'work.checking' : 'work.importing')
  const text = t('work.of', { done: formatCount(done), all: formatCount(all) })
  if (failure !== null)
    return (
      <>
        <StepTitle title={title} />
        <ChangeFailure title={t('failed.check')} reason={failureReason(failure)} error={failure} />
        <div className={styles.acts}>
          <Button onClick={onBack}>{t(states.length > 0 ? 'failed.report' : 'checked.back')}</Button>
          <Button type="primary" onClick={onRetry}>
            {t('failed.retry')}
          </Button>
        </div>
      </>
    )
  return (
    <>
      <StepTitle title={title}>
        <p>{text}</p>
      </StepTitle>
      <progress className={styles.progress} aria-label={title} value={done} max={Math.max(all, 1)}>
        {text}
      </progress>
      <div className={styles.acts}>
        <Button onClick={onStop} disabled={isStopping}>
          {t(isStopping ? 'work.stopping' : 'work.stop')}
        </Button>
      </div>
    </>
  )
}
