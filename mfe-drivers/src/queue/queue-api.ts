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

export const nextDriver = (after?: string) =>
  dataOf(api.post<Answer<QueuePlace>>(`${path}/next`, after === undefined ? {} : { after }))
export const claimDriver = (_id: string) => dataOf(api.post<Answer<QueuePlace>>(`${path}/claim`, { _id }))
export const releaseClaims = () => api.post(`${path}/release`)
export const approveDriver = (payload: ApproveDriver) => postForDone(`${path}/approve`, payload, { anew: true })
export const rejectDriver = (payload: RejectDriver) => postForDone(`${path}/reject`, payload, { anew: true })
export const undoReview = () => dataOf(api.post<Answer<UndoneReview>>(`${path}/undo`))

export const saveExpiry = (payload: SetExpiry) => postForDone('/admin/drivers/expiry', payload, { anew: true })
export const readExpiring = (tz: string, cursor: string | null, signal: AbortSignal) =>
  dataOf(api.get<Answer<ExpiringDocuments>>('/admin/drivers/expiring', { query: { tz, cursor }, signal }))
