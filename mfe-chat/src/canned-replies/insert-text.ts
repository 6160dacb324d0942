/** Puts text into a field as if it were typed there, in place of what is selected or of `range`. */
export function insertText(
  field: HTMLTextAreaElement | null | undefined,
  text: string,
  [start, end] = [field?.selectionStart ?? 0, field?.selectionEnd ?? 0],
): void {
  field?.focus()
  field?.setRangeText(text, start, end, 'end')
  field?.dispatchEvent(new Event('input', { bubbles: true }))
}
