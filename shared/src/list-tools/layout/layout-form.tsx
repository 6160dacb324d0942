import { useEffect, useId, useRef, useState } from 'react'
import { messages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { isWriting } from '../../ui/is-writing.ts'
import english from './layout.en.json'
import { headingOf, leastWidth, mostWidth, readLayout, writeLayout } from './layout-text.ts'
import type { PlacedColumn } from './layout-text.ts'
import type { ListLayout } from './use-layout.ts'
import './layout.css'

const t = messages('layout', english)

export type LayoutFormProps<Row> = {
  layout: ListLayout<Row>
  /** A phone has no widths. */
  isPhone: boolean
}

export function LayoutForm<Row>({ layout, isPhone }: LayoutFormProps<Row>) {
  const { all: columns, text, density } = layout
  const id = useId()
  const placed = readLayout(text, columns)
  const form = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState('')
  useEffect(() => form.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  const write = (next: readonly PlacedColumn[]) => layout.change({ text: writeLayout(next, columns) })
  const place = (key: string, to: Partial<PlacedColumn>) =>
    write(placed.map((column) => (column.key === key ? { ...column, ...to } : column)))
  const move = (at: number, by: number, title: string) => {
    const next = [...placed]
    next.splice(at + by, 0, ...next.splice(at, 1))
    write(next)
    setMoved(t('moved', { column: title, place: at + by + 1, count: placed.length }))
  }
  const heading = headingOf(columns)
  return (
    <div className="il-layout" ref={form}>
      <fieldset>
        <legend>{t('density')}</legend>
        {(['comfortable', 'compact'] as const).map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={`${id}-density`}
              checked={density === each}
              onChange={() => layout.change({ density: each })}
            />
            <span>{t(each)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('columns')}</legend>
        <ol>
          {placed.map(({ key, isHidden, width }, at) => {
            const title = columns.find((column) => column.key === key)?.title ?? key
            return (
              <li key={key}>
                <label>
                  <input
                    type="checkbox"
                    checked={!isHidden}
                    disabled={key === heading}
                    aria-label={t(key === heading ? 'always' : 'show', { column: title })}
                    onChange={() => place(key, { isHidden: !isHidden })}
                  />
                  <span>{title}</span>
                </label>
                {!isPhone && (
                  <WidthField
                    label={t('width', { column: title })}
                    placeholder={t('auto')}
                    width={width}
                    onChange={(to) => place(key, { width: to })}
                  />
                )}
                <MoveButton
                  label={t('earlier', { column: title })}
                  icon="chevron-up"
                  isOff={at === 0}
                  onMove={() => move(at, -1, title)}
                />
                <MoveButton
                  label={t('later', { column: title })}
                  icon="chevron-down"
                  isOff={at === placed.length - 1}
                  onMove={() => move(at, 1, title)}
                />
              </li>
            )
          })}
        </ol>
      </fieldset>
      <p className="il-visually-hidden" role="status">
        {moved}
      </p>
      <button
        type="button"
        className="il-button il-button-small"
        aria-disabled={text === '' && density === 'comfortable'}
        onClick={() => layout.change({ text: '', density: 'comfortable' })}
      >
        {t('reset')}
      </button>
    </div>
  )
}

type WidthFieldProps = {
  label: string
  placeholder: string
  width: number | null
  onChange: (width: number | null) => void
}

/** Takes a width when it is left or Enter is pressed: while it is typed the table would jump. */
function WidthField({ label, placeholder, width, onChange }: WidthFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const settle = () => {
    if (typed === null) return
    setTyped(null)
    const pixels = Math.round(Number(typed))
    onChange(typed.trim() === '' || !(pixels > 0) ? null : Math.min(mostWidth, Math.max(leastWidth, pixels)))
  }
  return (
    <input
      className="il-input"
      type="number"
      inputMode="numeric"
      min={leastWidth}
      max={mostWidth}
      step={8}
      aria-label={label}
      placeholder={placeholder}
      value={typed ?? width ?? ''}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && !isWriting(event) && settle()}
    />
  )
}

type MoveButtonProps = { label: string; icon: string; isOff: boolean; onMove: () => void }

/** Stays a place for the focus at the ends, where it does nothing. */
const MoveButton = ({ label, icon, isOff, onMove }: MoveButtonProps) => (
  <button
    type="button"
    className="il-icon-button"
    aria-label={label}
    aria-disabled={isOff}
    onClick={() => isOff || onMove()}
  >
    <Icon id={icon} />
  </button>
)
