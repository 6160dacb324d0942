import 'react-dom'
import 'dayjs'
import 'zustand'
import '@tanstack/react-query'
import '@interline/shared/api'
import '@interline/shared/session'
import '@interline/shared/time'
import '@interline/shared/i18n'
import '@interline/shared/ui'
import '@interline/shared/router'
import '@interline/shared/list'

// A package is provided to remotes only when the shell itself imports it. These entry points stay out of the first
// files: that of the socket arrives once the screen is drawn, that of whole lists with the first remote that shows one,
// that of dialogs and forms with the first that opens, that of record pages with the first of those.
export const lazyEntryPoints: Readonly<Record<string, () => Promise<unknown>>> = {
  '@interline/shared/realtime': () => import('@interline/shared/realtime'),
  '@interline/shared/list-tools': () => import('@interline/shared/list-tools'),
  '@interline/shared/forms': () => import('@interline/shared/forms'),
  '@interline/shared/record': () => import('@interline/shared/record'),
}
