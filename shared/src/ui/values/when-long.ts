/**
 * Attributes of an element whose text is far longer than a row should be high: cut after a few lines, with all of it in
 * its tooltip.
 */
export const whenLong = (text: string) => (text.length > 80 ? ({ 'data-long': true, title: text } as const) : {})
