import 'react-dom'
import 'dayjs'
import 'zustand'
import '@tanstack/react-query'
import '@interline/shared'
import '@interline/shared/ui'
import '@interline/shared/router'

// A package is provided to remotes only when the shell itself imports it. This door is for tables: it stays out of the first
// files and arrives with the first remote that shows one.
export const warmListDoor = () => import('@interline/shared/list')
