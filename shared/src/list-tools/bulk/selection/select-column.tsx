import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { idOf } from '../../../api/record-fields.ts'
import type { Column } from '../../../list/column.ts'
import { isWriting } from '../../../ui/is-writing.ts'
import { t } from '../bulk-texts.ts'
import type { SelectableRow, Selection } from './selection.ts'

/** The column of checkboxes, in front of a list's own. */
export const selectColumn = <Row extends SelectableRow>(
  selection: Selection,
  nameOf: (row: Row) => string,
): Column<Row> => ({
  key: 'select',
  title: t('column'),
  render: (row) => <SelectRow row={row} selection={selection} name={nameOf(row)} />,
  width: 64,
  tight: 64,
  align: 'center',
  fixed: 'start',
  phone: 'beside',
})

type SelectRowProps = { row: SelectableRow; selection: Selection; name: string }

function SelectRow({ row, selection, name }: SelectRowProps) {
  const id = idOf(row._id)
  const isOn = selection.use(({ chosen }) => id !== null && chosen.has(id))
  const isRange = useRef(false)
  return (
    <label className="il-select-hit" onPointerDown={({ shiftKey }) => (isRange.current = shiftKey)}>
      <input
        type="checkbox"
        className="il-select-row"
        aria-label={t('select', { name })}
        checked={isOn}
        disabled={id === null}
        onKeyDown={(event) => {
          isRange.current = event.shiftKey
          move(event)
        }}
        onChange={({ target }) => selection.toggle(row, target.checked, isRange.current)}
      />
    </label>
  )
}

/** Up and Down go to the checkbox of the next row. */
function move(event: KeyboardEvent<HTMLInputElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || isWriting(event)) return
  event.preventDefault()
  const boxes = [...(event.currentTarget.closest('table, ul')?.querySelectorAll<HTMLElement>('.il-select-row') ?? [])]
  boxes[boxes.indexOf(event.currentTarget) + step]?.focus()
}
