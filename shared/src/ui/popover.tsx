import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { isWriting } from './is-writing.ts'
import './popover.css'

type PopoverProps = {
  /** Name of the button, and of the panel unless `title` says otherwise. */
  label: string
  title?: string
  /** The button has this. */
  className?: string
  panelClassName?: string
  button: ReactNode
  /** `close` gives the focus back to the button. */
  children: (close: () => void) => ReactNode
}

/** A button and the panel it opens below itself, in the browser's top layer: Escape and a click elsewhere close it. */
export function Popover({ label, title = label, className, panelClassName, button, children }: PopoverProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = () => document.getElementById(id)
  const close = () => panel()?.hidePopover()
  useLayoutEffect(() => {
    const [from, shown] = [opener.current, document.getElementById(id)]
    if (!open || !from || !shown) return
    const place = () => placeBelow(from, shown)
    place()
    const sizes = new ResizeObserver(place)
    for (const each of [shown, document.documentElement]) sizes.observe(each)
    document.addEventListener('scroll', place, { passive: true })
    return () => {
      sizes.disconnect()
      document.removeEventListener('scroll', place)
      // A screen that is left takes its panel along.
      shown.hidePopover()
    }
  }, [id, open])
  const leave = ({ relatedTarget: to }: FocusEvent) => {
    if (to && to !== opener.current && !panel()?.contains(to)) close()
  }
  const named = { 'aria-label': label, 'aria-expanded': open, 'aria-haspopup': 'dialog' } as const
  return (
    <>
      <button
        {...named}
        ref={opener}
        type="button"
        title={label}
        className={className}
        popoverTarget={id}
        onBlur={leave}
      >
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        className="il-popover"
        onBlur={leave}
        onKeyDownCapture={keepOpen}
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          // Safari gives no focus to a button that is clicked, so it cannot give it back.
          if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true })
        }}
      >
        {open && (
          <div role="dialog" aria-label={title} className={`il-floating ${panelClassName ?? ''}`}>
            {children(close)}
          </div>
        )}
      </div>
    </>
  )
}

/** An open list inside of the panel, or an input method, takes Escape for itself. */
function keepOpen(event: KeyboardEvent<HTMLElement>) {
  const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
  if (event.key === 'Escape' && (isListOpen || isWriting(event))) event.preventDefault()
}

function placeBelow(button: HTMLElement, { style, offsetWidth, offsetHeight }: HTMLElement) {
  const { left, right, bottom } = button.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const start = left + right > clientWidth ? right - offsetWidth : left
  const within = (at: number, room: number) => `${Math.max(12, Math.min(at, room - 12))}px`
  style.left = within(start, clientWidth - offsetWidth)
  style.top = within(bottom + 8, clientHeight - offsetHeight)
}
