import { useMutation } from '@tanstack/react-query'
import { postForDone } from '../api/api.ts'
import { logFailure } from '../api/log-failure.ts'
import { refreshResource } from '../api/query-client.ts'
import { usePermitted } from '../session/session.ts'
import { useDialogs } from '../ui/feedback/dialogs.ts'
import { failureReason } from '../ui/feedback/failure-reason.ts'
import { useToast } from '../ui/feedback/toast.ts'
import { Button } from '../ui/index.ts'
import { afterAMoment } from '../ui/loading-delay.ts'
import { DateTimeText } from '../ui/values/times.tsx'
import { t } from './messages.ts'
import { RecordSection } from './record-section.tsx'

type ErasePersonProps = {
  resource: 'drivers' | 'users'
  id: string
  name: string
  /** ISO; undefined on a backend that erases nobody. */
  erasedAt: string | null | undefined
}

/** The way for an owner to erase a driver or user; on the page of one who was erased, when that was. */
export function ErasePerson({ resource, id, name, erasedAt }: ErasePersonProps) {
  const mayErase = usePermitted('people:erase')
  const dialogs = useDialogs()
  const toast = useToast()
  const erasing = useMutation({ mutationFn: () => postForDone('/admin/people/erase', { _id: id }) })
  if (erasedAt)
    return (
      <RecordSection title={t('erase.title')}>
        <p>
          {t('erase.wasErased')} <DateTimeText value={erasedAt} />
        </p>
      </RecordSection>
    )
  if (erasedAt === undefined || !mayErase) return null

  async function erase() {
    const question = { title: t('erase.question', { name }), text: t('erase.warning'), ok: t('erase.ok') }
    if (!(await dialogs.confirm({ ...question, danger: true }))) return
    try {
      await erasing.mutateAsync()
    } catch (error) {
      logFailure('Erasing a person', error)
      await dialogs.failure(t('erase.failed'), failureReason(error), error)
      return
    }
    toast.success(t('erase.done'))
    await refreshResource(resource)
  }

  return (
    <RecordSection title={t('erase.title')}>
      <p>{t('erase.text')}</p>
      <Button danger loading={erasing.isPending && afterAMoment} onClick={() => void erase()}>
        {t('erase.act')}
      </Button>
    </RecordSection>
  )
}
