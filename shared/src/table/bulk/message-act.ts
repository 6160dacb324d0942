import { postForDone } from '../../api/api.ts'
import { refreshResource } from '../../api/query-client.ts'
import type { SendDirectMessage } from '../../contract/realtime/chat.ts'
import { trimmed } from '../../contract/trimmed.ts'
import type { BulkAct } from './bulk-act.ts'
import { counted, t } from './bulk-texts.ts'

/** As the contract has it, which is not for the browser. */
const messageMaxLength = 4000

/** The same chat message to a person of each row; who has several rows gets it once. Only our backend has the call. */
export function messageAct<Row>(personOf: (row: Row) => string | null): BulkAct<Row> {
  return {
    key: 'message',
    label: t('message'),
    doing: (count) => counted('send', count),
    permissions: ['chats:write', 'notes:write'],
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
