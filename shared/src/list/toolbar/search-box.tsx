import { useRef } from 'react'
import { searchMaxLength } from '../../contract/lengths.ts'
import { t } from '../../i18n/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { isWriting } from '../../ui/is-writing.ts'
import { useTypedTerm } from '../../ui/use-typed-term.ts'

type SearchBoxProps = {
  value: string
  onChange: (q: string) => void
  /** Accessible name, e.g. `Search Drivers List`. */
  label: string
  placeholder: string
}

/** A search box that emits what was typed once typing pauses; Enter emits at once, Escape clears. */
export function SearchBox({ value, onChange, label, placeholder }: SearchBoxProps) {
  const { typed, take, emit, clear } = useTypedTerm(value, onChange)
  const box = useRef<HTMLInputElement>(null)
  return (
    <span className="il-list-search">
      <Icon id="search" className="il-field-mark" />
      <input
        ref={box}
        className="il-input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={searchMaxLength}
        value={typed}
        onChange={(event) => take(event.target.value)}
        onKeyDown={(event) => {
          if (isWriting(event)) return
          if (event.key === 'Enter') emit(typed)
          if (event.key === 'Escape' && typed !== '') clear()
        }}
      />
      {typed !== '' && (
        <button
          type="button"
          className="il-icon-button il-icon-button-small il-clear"
          aria-label={t('list.clearSearch')}
          onClick={() => {
            // The button goes with the text.
            box.current?.focus()
            clear()
          }}
        >
          <Icon id="close" size={14} />
        </button>
      )}
    </span>
  )
}
