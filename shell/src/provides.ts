import 'react-dom'
import 'dayjs'
import 'zustand'
import '@tanstack/react-query'
import '@interline/shared/api'
import '@interline/shared/session'
import '@interline/shared/realtime'
import '@interline/shared/time'
import '@interline/shared/i18n'
import '@interline/shared/ui'
import '@interline/shared/router'

// A package is provided to remotes only when the shell itself imports it. These entry points stay out of the first
// files: the one for tables arrives with the first remote that shows one, the one for dialogs and forms with the first
// that opens, the one for the page of one record with the first of those.
export const lazyEntryPoints: Readonly<Record<string, () => Promise<unknown>>> = {
  '@interline/shared/table': () => import('@interline/shared/table'),
  '@interline/shared/forms': () => import('@interline/shared/forms'),
  '@interline/shared/record': () => import('@interline/shared/record'),
}
