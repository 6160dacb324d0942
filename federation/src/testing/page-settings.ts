import type { PageSettings } from '../serve/page/page.ts'

/** The settings of a shell's origin whose API nobody calls, or is at an address. */
export const pageSettings = (apiUrl = 'http://localhost:4000'): PageSettings => ({
  apiUrl,
  socketUrl: apiUrl,
  documentsUrl: apiUrl,
  loaderMs: 0,
  footerYear: 2024,
  timeZone: null,
})
