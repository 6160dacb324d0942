import { useCallback, useEffect, useRef, useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'

type SearchBoxProps = {
  value: string
  onChange: (q: string) => void
  /** Accessible name, e.g. `Search Drivers List`. */
  label: string
  placeholder: string
}

const settleMs = 250

/** A search box that emits what was typed once typing pauses; Enter emits at once, Escape clears. */
export function SearchBox({ value, onChange, label, placeholder }: SearchBoxProps) {
  const t = useMessages('shared')
  const [typed, setTyped] = useState(value)
  const emitted = useRef(value)
  const latest = useRef(onChange)
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (value === emitted.current) return
    emitted.current = value
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])

  const emit = useCallback((text: string) => {
    clearTimeout(timer.current)
    if (text === emitted.current) return
    emitted.current = text
    latest.current(text)
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
    if (box.current && box.current.value !== emitted.current) settle(box.current.value)
    return () => clearTimeout(timer.current)
  }, [settle])

  function take(text: string) {
    setTyped(text)
    settle(text)
  }

  return (
    <span className="il-list-search">
      <Icon id="search" className="il-field-mark" />
      <input
        ref={box}
        className="il-input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        onChange={(event) => take(event.target.value)}
        onKeyDown={({ key, nativeEvent: { isComposing } }) => {
          if (key === 'Enter' && !isComposing) emit(typed)
          if (key !== 'Escape' || typed === '') return
          setTyped('')
          emit('')
        }}
      />
      {typed !== '' && (
        <button
          type="button"
          className="il-clear"
          aria-label={t('list.clearSearch')}
          onClick={() => {
            // The button goes with the text.
            box.current?.focus()
            setTyped('')
            emit('')
          }}
        >
          <Icon id="close" size={14} />
        </button>
      )}
    </span>
  )
}
