/** Whether the database refused a second person with the same e-mail address (PostgreSQL's 23505 on that index). */
export function isTakenEmail(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505' && error.message.includes('people_email')
}
