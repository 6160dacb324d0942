import { postForDone } from '../api/api.ts'
import { useChange } from '../api/change.ts'
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
  const erasing = useChange({
    what: 'Erasing a person',
    send: () => postForDone('/admin/people/erase', { _id: id }),
    reloads: [resource],
    onMade: () => toast.success(t('erase.done')),
    onFailed: (error) => dialogs.failure(t('erase.failed'), failureReason(error), error),
  })
  if (erasedAt)
    return (
      <RecordSection title={t('erase.title')}>
        <p>
          <span>{t('erase.wasErased')}</span> <DateTimeText value={erasedAt} />
        </p>
      </RecordSection>
    )
  if (erasedAt === undefined || !mayErase) return null

  async function erase() {
    const question = { title: t('erase.question', { name }), text: t('erase.warning'), ok: t('erase.ok') }
    if (await dialogs.confirm({ ...question, danger: true })) erasing.make()
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
