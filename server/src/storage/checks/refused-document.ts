/** A document that we do not keep; the message says why, as the rest of a sentence that begins with its field. */
export class RefusedDocumentError extends Error {}

/** Throws a `RefusedDocumentError` for a document that ends before its own headers say. */
export function cutOff(): never {
  throw new RefusedDocumentError('is cut off or damaged: it does not open as what it begins with')
}
