import type { Generated } from 'kysely'
import type { AdminRole, NotedResource } from '@interline/shared/contract'
import type { Copy, Instant } from './column.ts'

export type Role = 'admin' | 'driver' | 'user'

type ReverifyStatus = '' | 'Pending' | 'Approved'

/** Administrators, drivers and users: whoever can sign in. A column that a role does not have is null. */
export type PeopleTable = {
  _id: string
  role: Role
  /** Administrators have one, and nobody else. */
  admin_role: AdminRole | null
  /** Since when an administrator may not sign in. */
  disabledAt: Instant | null
  /** When an administrator signed in last. */
  signedInAt: Instant | null
  full_name: string
  email: string | null
  phone: string | null
  passwordHash: string | null
  createdAt: Instant
  platform: 'android' | 'ios' | null
  /** The keys of what a person has now are copies; `schema/documents.ts`. */
  profile_picture: Copy<string | null>
  address: string | null
  car_name: string | null
  driving_licence_number: string | null
  driving_licence: Copy<string | null>
  car_document: Copy<string | null>
  car_insurance: Copy<string | null>
  state_id: Copy<string | null>
  stripe_connect_id: string | null
  is_driver_profile_approved: Generated<boolean>
  reverify_status: Generated<ReverifyStatus>
  /** Since when a driver waits for a review; null for one who waits since they registered. */
  askedAt: Instant | null
  /** When a driver was rejected who has not handed in again. */
  rejectedAt: Instant | null
  revision: Generated<number>
  changedBy: string | null
  changedAt: Instant | null
  /** When all that says who this was was removed. */
  erasedAt: Instant | null
  /** Keys for search, order and comparison: `personKeys`. */
  nameKey: string
  emailKey: string | null
  licence_key: string | null
  phone_key: string | null
  searchText: string
}

/** When a driver's or user's last connection ended; beside `people`, whose indexes are many. */
export type LastSeenTable = { personId: string; at: Instant }

/** All that administrators left on records for each other. */
export type NotesTable = {
  _id: string
  /** A bigint, which the drivers read as text. */
  serial: Copy<string>
  resource: NotedResource
  targetId: string
  authorId: string
  text: string
  createdAt: Instant
  editedAt: Instant | null
}
