import { useCallback, useEffect, useRef, useState } from 'react'

const settleMs = 250

/**
 * The text of a search box is its own: `onChange` gets it once typing pauses, and the caret stays where it is when it
 * comes back as `value`. Another value, such as after Back, replaces the text.
 */
export function useTypedTerm(value: string, onChange: (term: string) => void) {
  const [typed, setTyped] = useState(value)
  const emitted = useRef(value)
  const latest = useRef({ typed, onChange })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    latest.current = { typed, onChange }
  })
  useEffect(() => {
    if (value === emitted.current) return
    emitted.current = value
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])

  /** Without waiting for a pause. */
  const emit = useCallback((text: string) => {
    clearTimeout(timer.current)
    if (text === emitted.current) return
    emitted.current = text
    latest.current.onChange(text)
  }, [])

  const settle = useCallback(
    (text: string) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => emit(text), settleMs)
    },
    [emit],
  )

  useEffect(() => {
    // A screen that was left while somebody typed, and is shown again.
    if (latest.current.typed !== emitted.current) settle(latest.current.typed)
    return () => clearTimeout(timer.current)
  }, [settle])

  function take(text: string) {
    setTyped(text)
    settle(text)
  }

  function clear() {
    setTyped('')
    emit('')
  }

  return { typed, take, emit, clear }
}
