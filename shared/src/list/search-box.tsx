import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../messages.ts'
import { Icon } from '../ui/icon.tsx'

type SearchBoxProps = {
  value: string
  onChange: (q: string) => void
  /** Accessible name, e.g. `Search Drivers List`. */
  label: string
  placeholder: string
}

const settleMs = 250

/** A search box that tells what was typed once typing pauses; Enter tells at once, Escape clears. */
export function SearchBox({ value, onChange, label, placeholder }: SearchBoxProps) {
  const say = useMessages('shared')
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const latest = useRef(onChange)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function tell(text: string) {
    clearTimeout(timer.current)
    if (text === told.current) return
    told.current = text
    latest.current(text)
  }

  function take(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => tell(text), settleMs)
  }

  return (
    <span className="il-list-search">
      <Icon id="search" className="il-field-mark" />
      <input
        className="il-input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        onChange={(event) => take(event.target.value)}
        onKeyDown={({ key, nativeEvent: { isComposing } }) => {
          if (key === 'Enter' && !isComposing) tell(typed)
          if (key !== 'Escape' || typed === '') return
          setTyped('')
          tell('')
        }}
      />
      {typed !== '' && (
        <button type="button" className="il-clear" aria-label={say('list.clearSearch')} onClick={() => { setTyped(''); tell('') }}>
          <Icon id="close" size={14} />
        </button>
      )}
    </span>
  )
}
