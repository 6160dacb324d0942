/** Sends one plain text mail. */
export type Mail = { send(mail: { to: string; subject: string; text: string }): Promise<void> }
