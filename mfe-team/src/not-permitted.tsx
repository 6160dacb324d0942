import { EmptyState, PageTitle } from '@interline/shared/ui'
import type { PageTitleProps } from '@interline/shared/ui'
import { t } from './messages.ts'

/** A screen for who may not have it, or whose backend does not have it. */
export function NotPermitted({ page }: { page: PageTitleProps }) {
  return (
    <>
      <PageTitle {...page} />
      <section className="il-card" aria-label={page.title}>
        <EmptyState title={t('notPermitted.title')} text={t('notPermitted.text')} icon="lock" />
      </section>
    </>
  )
}
