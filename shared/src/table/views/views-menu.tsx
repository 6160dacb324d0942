import type { Resource } from '../../api/query-client.ts'
import { viewPaths } from '../../contract/lists/view-paths.ts'
import { useMessages } from '../../i18n/messages.ts'
import { usePermitted } from '../../session/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { ToolPanel } from '../panel/tool-panel.tsx'
import type { ViewsFormProps } from './views-form.tsx'

const ViewsForm = lazyWithRetry<ViewsFormProps>(
  async () => (await import(/* webpackChunkName: "list-tools" */ './views-form.tsx')).ViewsForm,
)

type ViewsMenuProps = Pick<ViewsFormProps, 'state' | 'layout'> & { list: Resource }

/** The views of a list: its filters, order and columns under a name. With our own backend only. */
export function ViewsMenu({ list, ...now }: ViewsMenuProps) {
  const t = useMessages('shared')
  const hasOurs = usePermitted('records:read')
  const path = viewPaths.find((one) => one === `/${list}`)
  if (!hasOurs || path === undefined) return null
  return (
    <ToolPanel label={t('list.views')} className="il-tool il-views-menu" button={<Icon id="bookmark" />}>
      {(close) => <ViewsForm {...now} path={path} onOpen={close} />}
    </ToolPanel>
  )
}
