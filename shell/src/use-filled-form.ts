import { useState, type SyntheticEvent } from 'react'
import { textOf } from '@interline/shared/api'

/**
 * The texts of a form, by the names of its fields. Password managers and browsers that restore a page fill them without
 * an event: `take` reads the fields as they stand, and `handlers` do so before the form is drawn again.
 */
export function useFilledForm<Values extends Record<string, string>>(empty: Values) {
  const [values, setValues] = useState(empty)

  function take({ currentTarget }: SyntheticEvent<HTMLFormElement>): Values {
    const filled = new FormData(currentTarget)
    const taken = Object.fromEntries(Object.keys(empty).map((name) => [name, textOf(filled.get(name))])) as Values
    // A click that draws a checkbox again is lost on it: only what changed is drawn.
    if (Object.keys(empty).some((name) => taken[name] !== values[name])) setValues(taken)
    return taken
  }

  const fieldOf = (name: keyof Values & string) => ({
    name,
    value: values[name] ?? '',
    onValue: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  })
  return { values, setValues, take, fieldOf, handlers: { onFocusCapture: take, onClickCapture: take } }
}
