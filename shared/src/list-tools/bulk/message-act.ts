import { postForDone } from '../../api/api.ts'
import { refreshResource } from '../../api/query-client.ts'
import { messageMaxLength, trimmed, type SendDirectMessage } from '../../contract/index.ts'
import type { BulkAct } from './bulk-act.ts'
import { counted, t } from './bulk-texts.ts'

/** The same chat message to a person of each row; who has several rows gets it once. Only our backend has the call. */
export function messageAct<Row>(personOf: (row: Row) => string | null): BulkAct<Row> {
  return {
    key: 'message',
    label: t('message'),
    doing: (count) => counted('send', count),
    permission: 'chats:write',
    capability: 'direct-messages',
    inputs: [{ name: 'message', label: t('text'), maxLength: messageMaxLength }],
    sameAs: personOf,
    reasonToLeave: (row) => (personOf(row) === null ? t('nobody') : null),
    async change(row, { message = '' }, bulkId) {
      const payload: SendDirectMessage = { receiver_id: String(personOf(row)), message: trimmed(message) }
      await postForDone('/admin/messages', payload, { bulkId })
    },
    reload: () => void refreshResource('chats'),
  }
}
