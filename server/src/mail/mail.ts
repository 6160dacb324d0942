import { createTransport } from 'nodemailer'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'

/** Sends one plain text mail. */
export type Mail = { send(mail: { to: string; subject: string; text: string }): Promise<void> }

/** SMTP where it is set; else the log in the demo, and nothing in production: a mail holds secrets. */
export function createMail({ smtp, production }: Config, log: FastifyBaseLogger): Mail {
  if (smtp) {
    const transport = createTransport(smtp.url)
    return { send: async (mail) => void (await transport.sendMail({ from: smtp.from, ...mail })) }
  }
  if (production) return { send: async () => log.warn('a mail was not sent: SMTP_URL is not set') }
  return {
    send: async ({ subject, text }) =>
      log.info({ mail: { subject, text } }, 'a mail, in the log because this is the demo'),
  }
}
