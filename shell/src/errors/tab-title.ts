import { useEffect, useLayoutEffect } from 'react'
import { announceFirstScreen } from '../first-screen/loader.ts'

/** For screens without a page-title bar: names the browser's tab, and announces that the first screen is drawn. */
export function useTabTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Interline`
  }, [title])
  useLayoutEffect(announceFirstScreen, [])
}
