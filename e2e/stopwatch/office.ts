import { signInTo, type Backend, type Row } from '../harness/backend/backend.ts'
import { administratorOf } from '../harness/backend/backend.ts'

/** Three documents that any viewer opens: one page each, with their title. */
const pdf = (title: string) => `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length ${title.length + 34}>> stream
BT /F 20 Tf 30 100 Td (${title}) Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
trailer <</Root 1 0 R>>
%%EOF`

export type Registered = { _id: string; token: string; full_name: string }

let made = 0

/** The office of one product: it makes the work of the tasks by the API, and is asked whether it was done. */
export async function openOffice(apiUrl: string) {
  const [owner, colleague] = await Promise.all([
    signInTo('product', apiUrl),
    signInTo('product', apiUrl, administratorOf.admin),
  ])

  async function ask<T>(method: string, path: string, payload?: object, token = owner.token): Promise<T> {
    const response = await fetch(`${apiUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload && !(payload instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(payload && { body: payload instanceof FormData ? payload : JSON.stringify(payload) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}`)
    return ((await response.json()) as { data: T }).data
  }

  async function register(role: 'driver' | 'user', full_name: string, more: object = {}): Promise<Registered> {
    const { token, user } = await ask<{ token: string; user: Row }>('POST', '/user/auth/register', {
      role,
      full_name,
      email: `stopwatch-${process.pid}-${(made += 1)}@people.test`,
      password: 'a long enough password',
      ...more,
    })
    return { _id: user._id, token, full_name }
  }

  async function handIn({ _id }: Registered): Promise<void> {
    const form = new FormData()
    form.append('_id', _id)
    for (const field of ['driving_licence', 'car_document', 'car_insurance'])
      form.append(field, new Blob([pdf(`${field} ${_id}`)], { type: 'application/pdf' }), `${field}.pdf`)
    await ask('POST', '/admin/edit-profile/driver', form, colleague.token)
  }

  /** So many bookings of rides that this driver offers, by this user. */
  async function book(driver: Registered, user: Registered, count: number): Promise<string[]> {
    const ride = await ask<{ _id: string }>(
      'POST',
      '/driver/rides',
      {
        source: { address: '200 Congress Ave, Austin, TX 78701' },
        destination: { address: '300 Main St, Houston, TX 77002' },
        ride_time: '09:30 AM',
        amount: 30,
        passenger_capacity: 60,
      },
      driver.token,
    )
    const ids: string[] = []
    for (let at = 0; at < count; at += 1)
      ids.push((await ask<{ _id: string }>('POST', '/user/bookings', { ride_id: ride._id }, user.token))._id)
    return ids
  }

  return { owner, colleague, ask, register, handIn, book }
}

export type Office = Awaited<ReturnType<typeof openOffice>>

/** What `GET /admin/drivers` says of one driver. */
export const driverNow = async (backend: Backend, _id: string) => (await backend.rows(`/admin/drivers?id=${_id}`))[0]
