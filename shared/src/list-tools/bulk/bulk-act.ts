import type { Capability, Permission } from '../../contract/index.ts'

/** A question of an act: a choice where there are `options`, a box where it `isBox`, else a text. */
export type BulkInput<Row = never> = {
  name: string
  label: string
  options?: readonly { value: string; label: string }[]
  maxLength?: number
  /** Its answer is empty until it is checked. */
  isBox?: boolean
  /** Whether the rows, or what was answered before, leave anything to ask; always asked without it. */
  isAsked?: (rows: readonly Row[], values: BulkValues) => boolean
  /** Whether it may stay empty beside these answers. */
  isOptional?: (values: BulkValues) => boolean
}

/** The answers, by the names of the inputs. */
export type BulkValues = Readonly<Record<string, string>>

/** Something that can be done to each of many rows. */
export type BulkAct<Row> = {
  key: string
  /** On its button, e.g. `Change status`. */
  label: string
  /** On the button that does it, e.g. `Cancel 18 bookings`; the label without it. */
  doing?: (count: number, values: BulkValues) => string
  /** A person needs this permission to be offered it. */
  permission: Permission
  /** The backend needs this beyond SPEC §7. */
  capability?: Capability
  inputs?: readonly BulkInput<Row>[]
  /** Rows with the same of this are one: the first of them is worked on. */
  sameAs?: (row: Row) => string | null
  /** Why a row is left as it is, in words; null when it will change. */
  reasonToLeave?: (row: Row, values: BulkValues) => string | null
  /** A sentence says what will become of so many rows; without it, that they will change. */
  willText?: (count: number) => string
  /** Makes the change. What it sends has this `bulkId` in the audit. */
  change: (row: Row, values: BulkValues, bulkId: string) => Promise<void>
  /** Takes `change` back; rejects with a conflict when the row was changed since. */
  undo?: (row: Row, values: BulkValues, bulkId: string) => Promise<void>
  /** Reloads what shows the rows. */
  reload: () => void
}

export type BulkActs<Row> = {
  /** A row in a few words. */
  nameOf: (row: Row) => string
  acts: readonly BulkAct<Row>[]
  /** The id of who gets a message about the row; nobody is written to without it. */
  personOf?: (row: Row) => string | null
}

export type LoadBulk<Row> = () => Promise<BulkActs<Row>>
