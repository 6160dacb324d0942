import 'react-dom'
import 'dayjs'
import 'zustand'
import '@tanstack/react-query'
import '@interline/shared'
import '@interline/shared/ui'
import '@interline/shared/router'

// A package is provided to remotes only when the shell itself imports it. These doors stay out of the first files: the one for tables
// arrives with the first remote that shows one, the one for dialogs and forms with the first that opens.
export const laterDoors: Readonly<Record<string, () => Promise<unknown>>> = {
  '@interline/shared/list': () => import('@interline/shared/list'),
  '@interline/shared/kit': () => import('@interline/shared/kit'),
}
