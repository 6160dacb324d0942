import { viewPath } from '../../contract/lists/view-paths.ts'
import { t } from '../../i18n/texts.ts'
import { useLocation } from '../../router/index.ts'
import { useBackend } from '../../session/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { Popover } from '../../ui/popover.tsx'
import type { ViewsFormProps } from './views-form.tsx'

const ViewsForm = lazyWithRetry<ViewsFormProps>(
  async () => (await import(/* webpackChunkName: "list-tools" */ './views-form.tsx')).ViewsForm,
)

/** The views of the list at this address: its filters, order and columns under a name. With our own backend only. */
export function ViewsMenu(now: Pick<ViewsFormProps, 'state' | 'defaultSort' | 'layout'>) {
  const hasViews = useBackend().has('views')
  const path = useLocation().pathname.replace(/\/$/, '')
  if (!hasViews || !viewPath.test(path)) return null
  return (
    <Popover
      label={t('list.views')}
      className="il-button il-button-square il-views-menu"
      button={<Icon id="bookmark" />}
    >
      {(close) => <ViewsForm {...now} path={path} onOpen={close} />}
    </Popover>
  )
}
