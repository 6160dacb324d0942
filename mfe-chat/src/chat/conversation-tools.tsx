import { useEffect, useEffectEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { idOf, useChange } from '@interline/shared/api'
import { Select } from '@interline/shared/forms'
import { useNavigate } from '@interline/shared/router'
import { usePermitted, useSession } from '@interline/shared/session'
import { afterAMoment, Button, chatWith, failureReason, Icon, isWriting, useToast } from '@interline/shared/ui'
import type { Party } from '../party/use-party.ts'
import { useChatRow } from '../use-chats.ts'
import { t } from '../messages.ts'
import { assignConversation, assignees, closeConversation, readNextUnanswered } from '../api.ts'
import * as styles from './conversation-tools.module.css'

type ConversationToolsProps = {
  party: Party
  hasBookings: boolean
  onBookings: (opener: HTMLElement) => void
}

type Assigned = { _id?: unknown; full_name?: unknown } | null | undefined

const nobody = 'nobody'

/** The bar says who works on the conversation and whether it is closed, and leads to bookings and to who waits next. */
export function ConversationTools({ party, hasBookings, onBookings }: ConversationToolsProps) {
  const mayWork = usePermitted('notes:write')
  const me = useSession(({ user }) => user)
  const { row, isPending } = useChatRow(party.id)
  const colleagues = useQuery({ ...assignees, enabled: mayWork })
  const toast = useToast()
  const navigate = useNavigate()

  const assigned = row?.assigned_to as Assigned
  const assignedTo = idOf(assigned?._id)
  const isClosed = row?.closed_at != null

  const failing = (title: string) => (error: unknown) => toast.failure(title, failureReason(error), error)
  const assigning = useChange<string>({
    what: 'Assigning a conversation',
    send: (value) => assignConversation(party.id, value === nobody ? null : value, assignedTo),
    reloads: ['chats'],
    onMade(_, value, reloaded) {
      toast.success(assignedText(value))
      return reloaded
    },
    onFailed: failing(t('work.assignFailed')),
  })
  const closing = useChange<boolean>({
    what: 'Closing a conversation',
    send: (close) => closeConversation(party.id, close),
    reloads: ['chats'],
    onMade(_, close, reloaded) {
      toast.success(t(close ? 'work.isClosed' : 'work.isReopened'))
      return reloaded
    },
    onFailed: (error, close) => failing(t(close ? 'work.closeFailed' : 'work.reopenFailed'))(error),
  })
  const finding = useChange({
    what: 'Finding who waits next',
    send: () => readNextUnanswered(party.id),
    onMade(next) {
      if (next === null) return toast.success(t('work.noneWaits'))
      const { party_id: user_id, full_name, party_role: role } = next
      const list = party.list !== '' && { list: party.list }
      const { to, state } = chatWith({ user_id, full_name, role, from: party.from, ...list })
      return navigate(to, { replace: true, state })
    },
    onFailed: failing(t('work.nextFailed')),
  })

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'KeyN' || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (isWriting(event)) return
    if ([...document.querySelectorAll('[role="dialog"]')].some(isVisible)) return
    event.preventDefault()
    finding.make()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const options = [
    { value: nobody, label: t('work.nobody') },
    ...(colleagues.data ?? []).map(({ _id, full_name }) => ({
      value: _id,
      label: _id === me?._id ? t('work.toMe', { name: full_name }) : full_name,
    })),
  ]
  // One who may not answer any more is still named.
  if (assignedTo !== null && !options.some(({ value }) => value === assignedTo))
    options.push({ value: assignedTo, label: String(assigned?.full_name ?? assignedTo) })

  const assignedText = (value: string) => {
    const name = value === me?._id ? me.full_name : colleagues.data?.find(({ _id }) => _id === value)?.full_name
    return name === undefined ? t('work.unassigned') : t('work.assigned', { name })
  }
  // All at once: what comes later would push the others aside.
  if (isPending) return null
  return (
    <div className={styles.tools} role="group" aria-label={t('work.label')}>
      {row !== null && mayWork && (
        <>
          {assignedTo === null && me && (
            <Button size="small" onClick={() => assigning.make(me._id)} loading={assigning.isPending && afterAMoment}>
              {t('work.takeOn')}
            </Button>
          )}
          <Select
            size="small"
            className={styles.assignee}
            aria-label={t('work.assign')}
            value={assignedTo ?? nobody}
            options={options}
            onChange={assigning.make}
            loading={colleagues.isPending}
            disabled={assigning.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={false}
          />
          <Button
            size="small"
            icon={<Icon id={isClosed ? 'refresh' : 'check-circle'} size={16} />}
            loading={closing.isPending && afterAMoment}
            onClick={() => closing.make(!isClosed)}
          >
            {t(isClosed ? 'work.reopen' : 'work.close')}
          </Button>
        </>
      )}
      {row !== null && !mayWork && isClosed && <span className="il-hint">{t('work.closed')}</span>}
      <Button
        size="small"
        icon={<Icon id="route" size={16} />}
        aria-expanded={hasBookings}
        onClick={({ currentTarget }) => onBookings(currentTarget)}
      >
        {t('work.bookings')}
      </Button>
      <Button
        size="small"
        icon={<Icon id="arrow-right" size={16} />}
        title={t('work.nextHint')}
        aria-keyshortcuts="Alt+N"
        loading={finding.isPending && afterAMoment}
        onClick={() => finding.make()}
      >
        {t('work.next')}
      </Button>
    </div>
  )
}

/** A dialog that was closed may still be in the page, hidden. */
const isVisible = (element: Element) => typeof element.checkVisibility !== 'function' || element.checkVisibility()
