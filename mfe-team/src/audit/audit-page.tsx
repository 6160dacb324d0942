import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { usePermitted, useTimeZone } from '@interline/shared/session'
import { ListPage } from '@interline/shared/list-tools'
import { formatDate } from '@interline/shared/time'
import { lazyWithRetry } from '@interline/shared/ui'
import { auditPath, readKept } from '../api.ts'
import type { EntryRow } from '../api.ts'
import { t } from '../messages.ts'
import { NotPermitted } from '../not-permitted.tsx'
import { auditColumns } from './audit-columns.tsx'
import { useAuditFilters } from './use-audit-filters.ts'

const EntryDetails = lazyWithRetry(async () => (await import('./entry-details.tsx')).EntryDetails)

const noText = () => ''

/** From when on there are entries, as far as the backend says it. */
function useKeptText(isPermitted: boolean): string {
  const timeZone = useTimeZone()
  const { data } = useQuery({
    queryKey: ['audit', 'kept'],
    queryFn: ({ signal }) => readKept(signal),
    enabled: isPermitted,
  })
  if (!data?.since) return t('audit.subtitle')
  const date = formatDate(data.since, timeZone)
  return data.removed ? t('audit.removed', { date, count: data.removed }) : t('audit.since', { date })
}

/** The audit says who did what to which record: every entry, with filters that stand in the address. */
export function AuditPage() {
  const isPermitted = usePermitted('audit:read')
  const [shown, setShown] = useState<{ entry: EntryRow; open: boolean } | null>(null)
  const columns = useMemo(() => auditColumns((entry) => setShown({ entry, open: true })), [])
  const filters = useAuditFilters(isPermitted)
  const subtitle = useKeptText(isPermitted)
  const title = t('audit.title')
  const page = { title, parent: { title: t('dashboard'), to: '/' } }
  if (!isPermitted) return <NotPermitted page={page} />
  return (
    <ListPage<EntryRow>
      page={page}
      title={title}
      subtitle={subtitle}
      id="team/audit"
      resource="audit"
      path={auditPath}
      filePath={`${auditPath}.csv`}
      columns={columns}
      filters={filters}
      defaultSort="-createdAt"
      searchText={noText}
      searchHint={t('audit.search')}
      emptyTitle={t('audit.empty')}
      emptyText={t('audit.emptyText')}
    >
      {shown && (
        <EntryDetails entry={shown.entry} open={shown.open} onClose={() => setShown({ ...shown, open: false })} />
      )}
    </ListPage>
  )
}
