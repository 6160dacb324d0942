/** A row of GET /admin/drivers, as far as the peers show it. */
export type Driver = {
  _id: string
  full_name: string
  createdAt: string
  driving_licence: string | null
  car_document: string | null
  car_insurance: string | null
  stripe_connect_id: string | null
  is_driver_profile_approved: boolean
  reverify_status: '' | 'Pending' | 'Approved'
}

/** A row of GET /admin/users. */
export type User = {
  _id: string
  full_name: string
  email: string | null
  phone: string | null
  createdAt: string
}

/** One of the two changes that the table itself offers. */
export type DriverChange = Partial<Pick<Driver, 'is_driver_profile_approved' | 'reverify_status'>>

type Answer<T> = { success: boolean; data: T; meta?: { total: number } }

// The server of the page writes it into the HTML, as the product's does.
const apiUrl = document.querySelector<HTMLMetaElement>('meta[name="api-url"]')?.content ?? ''

/** Under the key that the product uses. */
export const readToken = () => localStorage.getItem('token')

export class ApiError extends Error {
  constructor(
    readonly status: number,
    path: string,
  ) {
    super(`${path} was answered with ${status}`)
  }
}

async function call<T>(path: string, payload?: object): Promise<Answer<T>> {
  const token = readToken()
  const response = await fetch(`${apiUrl}/api/v1${path}`, {
    method: payload ? 'POST' : 'GET',
    headers: {
      'public-request': 'true',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(payload && { 'content-type': 'application/json' }),
    },
    ...(payload && { body: JSON.stringify(payload) }),
  })
  if (!response.ok) throw new ApiError(response.status, path)
  return (await response.json()) as Answer<T>
}

type Page = { page: number; pageSize: number; sort: string; descending: boolean }

/** `page` counts from 1. */
export async function fetchRows<Row>(resource: string, wanted: Page): Promise<{ data: Row[]; total: number }> {
  const query = new URLSearchParams({
    page: String(wanted.page),
    page_size: String(wanted.pageSize),
    sort: `${wanted.descending ? '-' : ''}${wanted.sort}`,
  })
  const { data, meta } = await call<Row[]>(`/admin/${resource}?${query}`)
  return { data, total: meta?.total ?? data.length }
}

export async function changeDriver(id: string, change: DriverChange): Promise<void> {
  const { is_driver_profile_approved, reverify_status } = change
  if (is_driver_profile_approved !== undefined)
    await call('/admin/verify-driver', { driver_id: id, is_driver_profile_approved })
  if (reverify_status === 'Approved') await call('/admin/re-verify-driver', { _id: id })
}
