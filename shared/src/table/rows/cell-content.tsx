import { Fragment } from 'react'
import type { ReactNode } from 'react'
import type { Column } from '../column.ts'

/** What a cell shows of a row. A line may get another row: then only a stateless cell keeps its elements. */
export const cellContent = <Row,>(column: Column<Row>, row: Row, id: string): ReactNode =>
  column.stateless ? column.render(row) : <Fragment key={id}>{column.render(row)}</Fragment>
