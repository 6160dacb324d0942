import { useMemo, useState } from 'react'
import { usePermitted } from '@interline/shared/session'
import { ListPage } from '@interline/shared/table'
import { lazyWithRetry } from '@interline/shared/ui'
import { auditPath } from '../api.ts'
import type { EntryRow } from '../api.ts'
import { t } from '../messages.ts'
import { NotPermitted } from '../not-permitted.tsx'
import { auditColumns } from './audit-columns.tsx'
import { useAuditFilters } from './use-audit-filters.ts'

const EntryDetails = lazyWithRetry(async () => (await import('./entry-details.tsx')).EntryDetails)

const noText = () => ''

/** Who did what to which record: every entry of the audit, with filters that stand in the address. */
export function AuditPage() {
  const isPermitted = usePermitted('audit:read')
  const [shown, setShown] = useState<{ entry: EntryRow; open: boolean } | null>(null)
  const columns = useMemo(() => auditColumns((entry) => setShown({ entry, open: true })), [])
  const filters = useAuditFilters(isPermitted)
  const title = t('audit.title')
  const page = { title, parent: { title: t('dashboard'), to: '/' } }
  if (!isPermitted) return <NotPermitted page={page} />
  return (
    <ListPage<EntryRow>
      page={page}
      title={title}
      subtitle={t('audit.subtitle')}
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
