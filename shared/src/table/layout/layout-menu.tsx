import { useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { ToolPanel } from '../panel/tool-panel.tsx'
import type { LayoutFormProps } from './layout-form.tsx'

const LayoutForm = lazyWithRetry<LayoutFormProps<unknown>>(
  async () => (await import(/* webpackChunkName: "list-tools" */ './layout-form.tsx')).LayoutForm,
)

/** Which columns a list shows, in which order and how wide, and how dense its rows stand. */
export function LayoutMenu<Row>(props: LayoutFormProps<Row>) {
  const t = useMessages('shared')
  return (
    <ToolPanel label={t('list.layout')} className="il-tool" button={<Icon id="settings" />}>
      {() => <LayoutForm {...(props as LayoutFormProps<unknown>)} />}
    </ToolPanel>
  )
}
