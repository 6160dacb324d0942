import type { FastifyRequest } from 'fastify'
import type { RejectReason } from '@interline/shared/contract'
import { findDriver } from '../../repositories/drivers.ts'
import type { MessageRow } from '../../repositories/messages/conversations.ts'
import type { Services } from '../../services.ts'
import { announceMessage } from '../chats/direct-messages.ts'

/** Shows a message that is committed to those who are connected, and sends the driver a mail with it. */
export function tellDriver(
  { db, broadcast, mail }: Services,
  row: MessageRow | undefined,
  { subject, request }: { subject: string; request: FastifyRequest },
): void {
  if (!row) return
  announceMessage(broadcast, row, request)
  const sendMail = async () => {
    const driver = await findDriver(db, row.partyId)
    const text = `Hello ${driver?.full_name},\n\n${row.message}`
    if (driver?.email) await mail.send({ to: driver.email, subject, text })
  }
  sendMail().catch((error: unknown) => request.log.error({ err: error }, 'a driver was not sent a mail'))
}

const reasons: Record<Exclude<RejectReason, 'other'>, string> = {
  unreadable: 'a document cannot be read.',
  'wrong-document': 'a document is not the one that is asked for.',
  expired: 'a document has expired.',
  'does-not-match': 'a document does not match your profile.',
  incomplete: 'a document is missing or incomplete.',
  'not-genuine': 'a document does not look genuine.',
}

const again = 'Please send us what is needed, and ask to be verified again.'

/** The message to a driver who was rejected. */
export function rejectionText(reason: RejectReason, note: string | undefined): string {
  if (reason === 'other') return `We could not approve your documents: ${note ?? ''}\n\n${again}`
  return `We could not approve your documents: ${reasons[reason]}${note ? `\n\n${note}` : ''}\n\n${again}`
}

export const rejectionTakenBack =
  'Please disregard our last message about your documents: they are being reviewed again, and you need not do anything.'
