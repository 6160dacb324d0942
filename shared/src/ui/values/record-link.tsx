import type { ReactNode } from 'react'
import { idOf } from '../../api/record-fields.ts'
import { Link } from '../../router/index.ts'
import { usePermitted } from '../../session/session.ts'

const screens = { driver: '/drivers', user: '/users', booking: '/user-rides' }

export type RecordOf = { kind: keyof typeof screens; id: unknown }

/** The address of the page of one person or one booking. */
export const recordAddress = (kind: RecordOf['kind'], id: string) => `${screens[kind]}/${encodeURIComponent(id)}`

/**
 * A name as the way to the page of whom or what it names; the name alone for who may not open such pages, where the
 * backend has none, and without an id.
 */
export function RecordLink({ kind, id, title, children }: RecordOf & { title?: string; children: ReactNode }) {
  const isPermitted = usePermitted('records:read')
  const key = idOf(id)
  if (!isPermitted || key === null) return children
  return (
    <Link className="il-record-link" to={recordAddress(kind, key)} title={title}>
      {children}
    </Link>
  )
}
