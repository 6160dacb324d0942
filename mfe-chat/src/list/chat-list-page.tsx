import { PageTitle } from '@interline/shared/ui'
import { t } from '../messages.ts'
import { ChatList } from './chat-list.tsx'
import { useListView } from './list-view.ts'

export function ChatListPage() {
  return (
    <>
      <PageTitle title={t('list.page')} parent={{ title: t('dashboard'), to: '/' }} />
      <ChatList view={useListView()} />
    </>
  )
}
