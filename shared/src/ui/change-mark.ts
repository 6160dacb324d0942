/**
 * For `data-changed`, at which house.css lights a row up for a moment: another word each time, so that it lights up
 * again.
 */
export const changeMark = (changes: number): 'once' | 'again' | undefined =>
  changes === 0 ? undefined : changes % 2 === 1 ? 'once' : 'again'
