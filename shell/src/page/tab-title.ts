import { useEffect } from 'react'

/** Names the browser's tab on screens that have no page-title bar. */
export function useTabTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Interline`
  }, [title])
}
