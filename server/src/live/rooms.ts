/** Whom an event is for. */
export const rooms = {
  desk: 'desk',
  person: (id: string) => `person:${id}`,
  session: (tokenHash: string) => `session:${tokenHash}`,
  /** Administrators who hear of a person's presence and typing. */
  watch: (partyId: string) => `watch:${partyId}`,
  isWatch: (room: string) => room.startsWith('watch:'),
  /** Administrators who have a conversation in sight. */
  sight: (partyId: string) => `sight:${partyId}`,
}
