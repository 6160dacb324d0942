import { api, ApiError, getRecord, getRows, postForDone } from '@interline/shared/api'
import {
  type Administrator,
  type AdminLogin,
  type AnswerChallenge,
  type ChatCounts,
  type DashboardAnalysis,
  type InvitationFor,
  type LoginData,
  type MuteKind,
  type Notification,
  type OwnSession,
  type RecordSearch,
  type SignInCode,
  newestNotifications,
} from '@interline/shared/contract'

/** Sends what is answered with a record; rejects with 'not-understood' without one. */
export async function postForData<Data extends object>(path: string, payload: object = {}): Promise<Data> {
  const { data } = await api.post<{ data?: Data }>(path, payload)
  if (typeof data !== 'object' || data === null)
    throw new ApiError({ kind: 'not-understood', title: 'The answer holds no record' })
  return data
}

export const signInAdmin = (login: AdminLogin) => postForData<LoginData>('/user/auth/admin-login', login)
/** A session for a code that works once, and the value that it was made for. */
export const exchangeSignInCode = (given: SignInCode) => postForData<LoginData>('/user/auth/sign-in-code', given)
/** The second step of a sign-in; rejects with the field `proof` when it is not right, `token` when it begins anew. */
export const answerSecondFactor = (answer: AnswerChallenge) =>
  postForData<LoginData>('/user/auth/second-factor', answer)

/** Returns where the session is ended at the provider that it began at. */
export async function signOutAdmin(): Promise<string | undefined> {
  const { success, end_session_url } = await api.post<Record<string, unknown>>('/user/auth/logout')
  if (success !== true) throw new ApiError({ kind: 'refused', status: 200, title: 'The session was not ended' })
  return typeof end_session_url === 'string' && /^https?:/.test(end_session_url) ? end_session_url : undefined
}
export const requestPasswordReset = (email: string) => postForDone('/user/auth/forgot-password', { email })
export const setNewPassword = (token: string, password: string) =>
  postForDone('/user/auth/reset-password', { token, password })

/** For whom an invitation is; rejects with the field `token` when its link no longer works. */
export const readInvitation = (token: string) => postForData<InvitationFor>('/user/auth/invitation', { token })
export const acceptInvitation = (token: string, password: string) =>
  postForDone('/user/auth/accept-invitation', { token, password }, { anew: true })

/** Each figure may be missing or of another type: a backend is believed only as far as it goes. */
export type Figures = Partial<Record<keyof DashboardAnalysis, unknown>>
export const readFigures = (timeZone: string, signal: AbortSignal) =>
  getRecord('/admin/dashboard/analysis', { query: { tz: timeZone }, signal })

export const listNotifications = async (signal: AbortSignal) =>
  (await getRows<Partial<Notification>>('/admin/notification/list', { limit: newestNotifications }, signal)).rows
/** Those before that one, which a backend of SPEC alone would answer with all of them. */
export const listOlder = async (before: string) =>
  (await getRows<Partial<Notification>>('/admin/notification/list', { before })).rows
/** The kinds of notifications that this administrator has muted. */
export async function readMutedKinds(signal: AbortSignal): Promise<unknown[]> {
  const { data } = await api.get<{ data?: unknown }>('/admin/notification/muted', { signal })
  return Array.isArray(data) ? data : []
}
export const muteKind = (given: MuteKind) => postForDone('/admin/notification/mute', given, { anew: true })
/** Those with these ids, or all. */
export const markNotificationsRead = (ids?: string[]) =>
  postForDone('/admin/notification/mark-read', { ...(ids && { ids }) }, { anew: true })

/** How many conversations wait for what. */
export const readConversationCounts = async (signal: AbortSignal) =>
  (await api.get<{ data?: Partial<ChatCounts> }>('/admin/conversations/counts', { signal })).data ?? {}
/** The conversation with that person; undefined when there is none. */
export const readConversation = async (id: string) =>
  (await getRows<{ full_name?: unknown }>('/user/chat-list', { id })).rows[0]

/** Calls that SPEC §7 does not have: a backend whose administrators have no `admin_role` has none of them. */
export const changeOwnName = (full_name: string) => postForDone('/admin/account/name', { full_name })
export const changeOwnPassword = (password: string, new_password: string) =>
  postForDone('/admin/account/password', { password, new_password }, { anew: true })
type OwnPicture = Pick<Administrator, 'profile_picture'>
/** Both answer where the picture is now. */
export const saveOwnPicture = (picture: Blob) => {
  const form = new FormData()
  form.append('picture', picture, 'picture')
  return postForData<OwnPicture>('/admin/account/picture', form)
}
export const removeOwnPicture = () => postForData<OwnPicture>('/admin/account/picture/remove')
export const listOwnSessions = async (signal: AbortSignal) =>
  (await getRows<OwnSession>('/admin/account/sessions', {}, signal)).rows
export const endOwnSessions = (_id?: string) =>
  postForDone('/admin/account/sessions/end', _id === undefined ? {} : { _id }, { anew: true })

/** Tells that somebody did something so many seconds ago. Returns after how many idle minutes a session ends. */
export async function reportActivity(idle_seconds: number): Promise<number | null> {
  const { data } = await api.post<{ data?: { idle_minutes?: unknown } }>('/admin/account/active', { idle_seconds })
  return typeof data?.idle_minutes === 'number' ? data.idle_minutes : null
}

/** Drivers, users and bookings that a term finds, a few of each kind that this administrator may read. */
export const searchRecords = async (q: string, signal: AbortSignal): Promise<RecordSearch> =>
  (await getRecord('/admin/search', { query: { q }, signal })) as RecordSearch
