const timeoutMs = 300

/**
 * Resolves when texts can be drawn in the typeface that the page loads ahead, after 300 ms in any case: drawn in
 * another one first, lines would break again and push what is below them.
 */
export const typefaceArrived = (): Promise<unknown> =>
  Promise.race([
    document.fonts.load("16px 'Inter Variable'").catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, timeoutMs)),
  ])
