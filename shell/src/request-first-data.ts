/**
 * Asks for the first data of the screen, in a page whose start script did not because it did not know this release yet.
 */
export const requestFirstData = () =>
  (window as Window & { interlineRequestFirstData?: () => void }).interlineRequestFirstData?.()
