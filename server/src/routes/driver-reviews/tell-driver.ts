import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../database/tables.ts'
import { actorOf } from '../../http/access.ts'
import { findAddress } from '../../repositories/driver-reviews/reviewable.ts'
import { appendMessages } from '../../repositories/messages/append-messages.ts'
import type { MessageRow } from '../../repositories/messages/conversations.ts'
import type { Services } from '../services.ts'

type Told = { driverId: string; adminId: string; text: string; isDelivered: boolean }

/** Writes to a driver in the transaction of what they are told about. */
export async function writeToDriver(
  tx: Tx,
  { driverId, adminId, text, isDelivered }: Told,
): Promise<MessageRow | undefined> {
  const [appended] = await appendMessages(tx, [
    {
      partyId: driverId,
      sender_id: adminId,
      receiver_id: driverId,
      message: text,
      isToSupport: false,
      isDelivered,
    },
  ])
  return appended?.row
}

/** Shows a message that is committed to those who are connected, and sends the driver a mail with it. */
export function announceMessage(
  { db, broadcast, mail }: Services,
  row: MessageRow | undefined,
  { subject, request }: { subject: string; request: FastifyRequest },
): void {
  if (!row) return
  const { _id, sender_id: senderId, receiver_id: receiverId, message, createdAt, seq, partyId } = row
  broadcast.deliver({ senderId, receiverId, message, _id, createdAt: createdAt.toISOString(), seq }, partyId, {
    name: actorOf(request).full_name,
  })
  broadcast.rowsChanged({ resource: 'chats', _id: partyId, kind: 'changed' })
  const sendMail = async () => {
    const driver = await findAddress(db, partyId)
    if (driver?.email) await mail.send({ to: driver.email, subject, text: `Hello ${driver.full_name},\n\n${message}` })
  }
  sendMail().catch((error: unknown) => request.log.error({ err: error }, 'a driver was not sent a mail'))
}
