import { useInfiniteQuery } from '@tanstack/react-query'
import { loadNextPage } from '@interline/shared/api'
import { useTimeZone } from '@interline/shared/session'
import { ChatButton, useOpenChat } from '@interline/shared/list'
import { todayIn } from '@interline/shared/contract'
import {
  afterAMoment,
  Button,
  DocumentLink,
  EmptyState,
  ErrorState,
  failureReason,
  RecordLink,
  RequestId,
  Skeleton,
  useFocusOnNewRows,
  useToast,
} from '@interline/shared/ui'
import { readExpiring } from '../queue-api.ts'
import { t } from '../queue-messages.ts'
import { daysBetween, isExpired } from './days-left.ts'
import { ExpiryField } from './expiry-field.tsx'
import * as table from '../../table.module.css'
import * as styles from './expiring.module.css'

/** The documents that have expired or expire within 30 days, the first ones first. */
export function Expiring() {
  const timeZone = useTimeZone()
  const today = todayIn(timeZone)
  const openChat = useOpenChat()
  const toast = useToast()
  const query = useInfiniteQuery({
    queryKey: ['drivers', 'expiring', timeZone],
    queryFn: ({ signal, pageParam }) => readExpiring(timeZone, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const { data, error, isFetching, refetch, hasNextPage, isFetchNextPageError } = query
  const rows = data?.pages.flatMap(({ documents }) => documents)
  const { list, focusOn } = useFocusOnNewRows<HTMLTableSectionElement>(rows?.length ?? 0)
  const loadMore = async () => {
    focusOn((await loadNextPage(query)) && rows ? rows.length : null)
  }
  return (
    <section className="il-card" aria-labelledby="queue-expiring">
      <header className="il-card-header">
        <div>
          <h2 id="queue-expiring">{t('expiring.title')}</h2>
          <p>{t('expiring.subtitle')}</p>
        </div>
      </header>
      {error && !data && (
        <ErrorState what={t('expiring.what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!error && !rows && (
        <div className={styles.loading} role="status" aria-label={t('expiring.loading')}>
          <Skeleton active title={false} paragraph={{ rows: 6 }} />
        </div>
      )}
      {rows?.length === 0 && (
        <EmptyState title={t('expiring.empty')} text={t('expiring.emptyText')} icon="check-circle" />
      )}
      {rows && rows.length > 0 && (
        <div className={styles.scroll}>
          <table className={`${table.table} ${table.stacked} ${styles.table}`} aria-labelledby="queue-expiring">
            <thead>
              <tr>
                {(['driver', 'document', 'file', 'expires', 'chat'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`expiring.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody ref={list}>
              {rows.map(({ driver, is_driver_profile_approved, document, file_name, link, expires_on }) => {
                const name = driver.full_name
                const title = t(`documents.${document}`)
                return (
                  <tr key={`${driver._id} ${document}`}>
                    <th scope="row">
                      <RecordLink kind="driver" id={driver._id}>
                        {name}
                      </RecordLink>
                      {!is_driver_profile_approved && <small>{t('expiring.notVerified')}</small>}
                    </th>
                    <td>{title}</td>
                    <td>
                      <DocumentLink
                        href={link}
                        text={file_name ?? undefined}
                        label={t('expiring.fileOf', { document: title, name })}
                      />
                    </td>
                    <td>
                      <span className={styles.left} data-over={isExpired(expires_on, today)}>
                        {leftText(daysBetween(today, expires_on))}
                      </span>
                      <ExpiryField
                        driverId={driver._id}
                        field={document}
                        label={`${t('documents.expiresOf', { document: title })}: ${name}`}
                        day={expires_on}
                        onSaved={() => toast.success(t('expiring.saved', { name }))}
                      />
                    </td>
                    <td>
                      <ChatButton
                        party={{ user_id: driver._id, full_name: name, role: 'driver' }}
                        label={t('expiring.chatWith', { name })}
                        openChat={openChat}
                      />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <div className={styles.more}>
          {isFetchNextPageError && !isFetching && (
            <p role="alert">
              <strong>{t('expiring.moreFailed')}</strong> {failureReason(error)}
              <RequestId error={error} />
            </p>
          )}
          <Button onClick={() => void loadMore()} loading={isFetching && afterAMoment}>
            {t('expiring.more')}
          </Button>
        </div>
      )}
    </section>
  )
}

function leftText(days: number): string {
  if (days === 0) return t('expiring.today')
  return days < 0 ? t('expiring.expired', { count: -days }) : t('expiring.left', { count: days })
}
