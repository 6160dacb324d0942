import { useEffect, useState } from 'react'

const shownMs = 2000

/** Copies a text, and says for a moment that it did. `onRefused`: over plain http, or where it is forbidden. */
export function useCopy(text: string, onRefused?: () => void): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      onRefused?.()
    }
  }
  return { copied, copy: () => void copy() }
}
