import { useEffect, useEffectEvent, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { idOf, logFailure, refreshResource } from '@interline/shared/api'
import { Select } from '@interline/shared/forms'
import { useNavigate } from '@interline/shared/router'
import { usePermitted, useSession } from '@interline/shared/session'
import { afterAMoment, Button, failureReason, Icon } from '@interline/shared/ui'
import type { ActResult } from './act-result.tsx'
import type { Party } from '../party/use-party.ts'
import { useChatRow } from '../use-chats.ts'
import { t } from './messages.ts'
import { assignConversation, assignees, closeConversation, readNextUnanswered } from './work-api.ts'
import * as styles from './conversation-tools.module.css'

type ConversationToolsProps = {
  party: Party
  hasBookings: boolean
  onBookings: (opener: HTMLElement) => void
  onResult: (result: ActResult | null) => void
}

type Assigned = { _id?: unknown; full_name?: unknown } | null | undefined

const nobody = 'nobody'

/** Who works on the conversation, whether it is closed, the person's bookings, and the way to who waits next. */
export function ConversationTools({ party, hasBookings, onBookings, onResult }: ConversationToolsProps) {
  const mayWork = usePermitted('notes:write')
  const me = useSession(({ user }) => user)
  const { row, isPending } = useChatRow(party.id)
  const colleagues = useQuery({ ...assignees, enabled: mayWork })
  const [busy, setBusy] = useState<'assign' | 'close' | 'next' | null>(null)
  const navigate = useNavigate()

  const assigned = row?.assigned_to as Assigned
  const assignedTo = idOf(assigned?._id)
  const isClosed = row?.closed_at != null

  function fail(what: string, title: string, error: unknown) {
    logFailure(what, error)
    onResult({ text: `${title}. ${failureReason(error)}`, error })
  }

  async function run(what: 'assign' | 'close', done: string, failed: string, change: () => Promise<void>) {
    if (busy !== null) return
    setBusy(what)
    onResult(null)
    try {
      await change()
      onResult({ text: done })
    } catch (error) {
      fail('Changing a conversation', failed, error)
    } finally {
      await refreshResource('chats')
      setBusy(null)
    }
  }

  async function goToNext() {
    if (busy === 'next') return
    setBusy('next')
    onResult(null)
    try {
      const next = await readNextUnanswered(party.id)
      if (next === null) return onResult({ text: t('work.noneWaits') })
      await navigate(`/user-chat/${encodeURIComponent(next.party_id)}`, {
        replace: true,
        state: {
          user_id: next.party_id,
          full_name: next.full_name,
          role: next.party_role,
          from: party.from,
          ...(party.list !== '' && { list: party.list }),
        },
      })
    } catch (error) {
      fail('Finding who waits next', t('work.nextFailed'), error)
    } finally {
      setBusy(null)
    }
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'KeyN' || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if ([...document.querySelectorAll('[role="dialog"]')].some(isVisible)) return
    event.preventDefault()
    void goToNext()
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
  const assign = (value: string) =>
    run('assign', assignedText(value), t('work.assignFailed'), () =>
      assignConversation(party.id, value === nobody ? null : value, assignedTo),
    )

  // All at once: what comes later would push the others aside.
  if (isPending) return null
  return (
    <div className={styles.tools} role="group" aria-label={t('work.label')}>
      {row !== null && mayWork && (
        <>
          {assignedTo === null && me && (
            <Button size="small" onClick={() => void assign(me._id)} loading={busy === 'assign' && afterAMoment}>
              {t('work.takeOn')}
            </Button>
          )}
          <Select
            size="small"
            className={styles.assignee}
            aria-label={t('work.assign')}
            value={assignedTo ?? nobody}
            options={options}
            onChange={(value) => void assign(value)}
            loading={colleagues.isPending}
            disabled={busy === 'assign'}
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={false}
          />
          <Button
            size="small"
            icon={<Icon id={isClosed ? 'refresh' : 'check-circle'} size={16} />}
            loading={busy === 'close' && afterAMoment}
            onClick={() =>
              void run(
                'close',
                t(isClosed ? 'work.isReopened' : 'work.isClosed'),
                t(isClosed ? 'work.reopenFailed' : 'work.closeFailed'),
                () => closeConversation(party.id, !isClosed),
              )
            }
          >
            {t(isClosed ? 'work.reopen' : 'work.close')}
          </Button>
        </>
      )}
      {row !== null && !mayWork && isClosed && <span className={styles.closed}>{t('work.closed')}</span>}
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
        loading={busy === 'next' && afterAMoment}
        onClick={() => void goToNext()}
      >
        {t('work.next')}
      </Button>
    </div>
  )
}

/** A dialog that was closed may still be in the page, hidden. */
const isVisible = (element: Element) => typeof element.checkVisibility !== 'function' || element.checkVisibility()
