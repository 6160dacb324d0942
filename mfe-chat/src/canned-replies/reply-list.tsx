import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '@interline/shared/api'
import type { Booking, CannedReply } from '@interline/shared/contract'
import { timeZoneInUse, useSession } from '@interline/shared/session'
import { Button, StatusBadge } from '@interline/shared/ui'
import { t } from './messages.ts'
import { bookingsOf, cannedReplies } from '../api.ts'
import { NotLoaded } from '../not-loaded.tsx'
import { fillVariables, usesBooking, valuesFor } from './variables.ts'
import * as styles from './canned-replies.module.css'

/** Takes a key that was pressed in the input; false for one that is the input's own. */
export type ReplyListKeys = { press: (event: KeyboardEvent) => boolean }

type ReplyListProps = {
  id: string
  partyId: string
  fullName: string | null
  /** The text that was typed after "/". */
  query: string
  keys: Ref<ReplyListKeys>
  /** The id of the option that Enter takes. */
  onActive: (optionId: string | undefined) => void
  onTake: (text: string) => void
  onManage: () => void
}

/** The canned replies above the input, which keeps the focus (combobox pattern). */
export function ReplyList({ id, partyId, fullName, query, keys, onActive, onTake, onManage }: ReplyListProps) {
  const me = useSession(({ user }) => user?.full_name ?? null)
  const replies = useQuery(cannedReplies)
  const bookings = useQuery({
    ...bookingsOf(partyId),
    enabled: replies.data?.some(({ text }) => usesBooking(text)) === true,
  })
  /** The reply that is about one of several bookings; who types on asks for another reply. */
  const [asking, setAsking] = useState<{ query: string; text: string; bookings: readonly Booking[] } | null>(null)
  const asked = asking?.query === query ? asking : null
  const options: readonly (CannedReply | Booking)[] = asked?.bookings ?? matching(replies.data ?? [], query)
  const [chosen, setChosen] = useState({ query, at: 0 })
  const at = chosen.query === query ? Math.min(chosen.at, options.length - 1) : 0
  const optionId = useId()
  const activeId = options[at] && `${optionId}-${options[at]._id}`
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    onActive(activeId)
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
    return () => onActive(undefined)
  }, [activeId, onActive])

  const filled = (text: string, booking?: Booking) =>
    fillVariables(text, valuesFor({ fullName, myName: me, booking, timeZone: timeZoneInUse() }))
  const onlyOne = bookings.data?.length === 1 ? bookings.data[0] : undefined

  async function take(option: CannedReply | Booking) {
    if (!('text' in option)) return onTake(filled(asked?.text ?? '', option))
    const { text } = option
    if (!usesBooking(text) || onlyOne) return onTake(filled(text, onlyOne))
    const known = bookings.data ?? (await queryClient.fetchQuery(bookingsOf(partyId)).catch(() => []))
    // The list may have been closed meanwhile.
    if (list.current === null) return
    if (known.length < 2) return onTake(filled(text, known[0]))
    setAsking({ query, text, bookings: known })
    setChosen({ query, at: 0 })
  }

  useImperativeHandle(keys, () => ({
    press({ key, shiftKey, altKey, ctrlKey, metaKey }) {
      if (shiftKey || altKey || ctrlKey || metaKey) return false
      // Text that was typed to find a reply is no message, while the replies are on their way.
      if (key === 'Enter' && replies.isPending) return true
      const active = options[at]
      if (!active) return false
      if (key === 'ArrowDown') setChosen({ query, at: (at + 1) % options.length })
      else if (key === 'ArrowUp') setChosen({ query, at: (at + options.length - 1) % options.length })
      else if (key === 'Enter') void take(active)
      else return false
      return true
    },
  }))

  function body() {
    if (replies.data === undefined)
      return (
        <NotLoaded className={styles.note} query={replies} what={t('list.what')} loading={t('list.loading')} rows={2} />
      )
    if (options.length === 0)
      return <p className={`il-soft ${styles.note}`}>{query === '' ? t('list.none') : t('list.noMatch', { query })}</p>
    return (
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label={asked ? t('list.which') : t('list.title')}
        className={styles.options}
      >
        {options.map((option, index) => (
          <li
            key={option._id}
            id={`${optionId}-${option._id}`}
            role="option"
            aria-selected={index === at}
            className={`il-option ${styles.option}`}
            data-booking={asked !== null}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void take(option)}
          >
            {'text' in option ? (
              <>
                <span className={styles.shortcut} translate="no">
                  /{option.shortcut}
                </span>
                <span className={`il-soft il-cut ${styles.preview}`} translate="no">
                  {filled(option.text, onlyOne)}
                </span>
                <span className="il-hint">{option.is_shared ? t('list.shared') : t('list.own')}</span>
              </>
            ) : (
              <>
                <span className={styles.shortcut}>{filled('{{booking.from}} → {{booking.to}}', option)}</span>
                <span className={`il-soft il-cut ${styles.preview}`} translate="no">
                  {filled('{{booking.date}} · {{booking.time}} · {{booking.user}} · {{booking.driver}}', option)}
                </span>
                <StatusBadge status={option.status} />
              </>
            )}
          </li>
        ))}
      </ul>
    )
  }

  return (
    <div className={`il-floating ${styles.popup}`}>
      {asked && <p className={styles.which}>{t('list.which')}</p>}
      {body()}
      <p role="status" className="il-visually-hidden">
        {options.length > 0 && t(asked ? 'list.foundBookings' : 'list.found', { count: options.length })}
      </p>
      <div className={styles.foot}>
        <Button size="small" type="link" onClick={onManage}>
          {t('list.manage')}
        </Button>
      </div>
    </div>
  )
}

/** Those whose shortcut begins with it, then those that have it in shortcut or text; own ones first. */
function matching(replies: readonly CannedReply[], query: string): CannedReply[] {
  const sought = query.toLowerCase()
  const rank = ({ shortcut, text }: CannedReply) =>
    shortcut.startsWith(sought) ? 0 : shortcut.includes(sought) || text.toLowerCase().includes(sought) ? 1 : 2
  return replies
    .filter((reply) => rank(reply) < 2)
    .toSorted((a, b) => rank(a) - rank(b) || Number(a.is_shared) - Number(b.is_shared))
}
