import type { RejectReason } from '@interline/shared/contract'

const reasons: Record<Exclude<RejectReason, 'other'>, string> = {
  unreadable: 'a document cannot be read.',
  'wrong-document': 'a document is not the one that is asked for.',
  expired: 'a document has expired.',
  'does-not-match': 'a document does not match your profile.',
  incomplete: 'a document is missing or incomplete.',
  'not-genuine': 'a document does not look genuine.',
}

const again = 'Please send us what is needed, and ask to be verified again.'

/** What a driver who was rejected is told. */
export function rejectionText(reason: RejectReason, note: string | undefined): string {
  if (reason === 'other') return `We could not approve your documents: ${note ?? ''}\n\n${again}`
  return `We could not approve your documents: ${reasons[reason]}${note ? `\n\n${note}` : ''}\n\n${again}`
}

export const rejectionTakenBack =
  'Please disregard our last message about your documents: they are being reviewed again, and you need not do anything.'
