import { api, postForDone } from '@interline/shared/api'
import type {
  ApproveDriver,
  ExpiringDocuments,
  QueuePlace,
  RejectDriver,
  SetExpiry,
  UndoneReview,
} from '@interline/shared/contract'

const path = '/admin/drivers/queue'

type Answer<T> = { data: T }
const dataOf = async <T>(answer: Promise<Answer<T>>): Promise<T> => (await answer).data

const claims = new Set<Promise<unknown>>()
let released: Promise<unknown> = Promise.resolve()

/** After the release under way: one that comes later would free a driver who is on screen. */
function claim(step: 'next' | 'claim', payload: object): Promise<QueuePlace> {
  const claiming = released.then(() => dataOf(api.post<Answer<QueuePlace>>(`${path}/${step}`, payload)))
  const isOver = () => void claims.delete(claiming)
  claims.add(claiming)
  claiming.then(isOver, isOver)
  return claiming
}

export const nextDriver = (after?: string) => claim('next', after === undefined ? {} : { after })
export const claimDriver = (_id: string) => claim('claim', { _id })

/** After the claims under way: one that comes later would hold a driver whom nobody looks at. */
export function releaseClaims(): Promise<unknown> {
  const releasing = Promise.allSettled([released, ...claims]).then(() => api.post(`${path}/release`))
  released = releasing.catch(() => undefined)
  return releasing
}

export const approveDriver = (payload: ApproveDriver) => postForDone(`${path}/approve`, payload, { anew: true })
export const rejectDriver = (payload: RejectDriver) => postForDone(`${path}/reject`, payload, { anew: true })
export const undoReview = () => dataOf(api.post<Answer<UndoneReview>>(`${path}/undo`))

export const saveExpiry = (payload: SetExpiry) => postForDone('/admin/drivers/expiry', payload, { anew: true })
export const readExpiring = (tz: string, cursor: string | null, signal: AbortSignal) =>
  dataOf(api.get<Answer<ExpiringDocuments>>('/admin/drivers/expiring', { query: { tz, cursor }, signal }))
