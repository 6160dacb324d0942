import { api, ApiError, getRecord, getRows, postForAnswer, postForDone } from '@interline/shared/api'
import type {
  AdministratorAccount,
  AuditActor,
  AuditEntry,
  AuditKept,
  ChangeAdminRole,
  ChangePolicy,
  Invitation,
  InviteAdministrator,
  Policy,
} from '@interline/shared/contract'

const policyPath = '/admin/policy'
export const auditPath = '/admin/audit'
export const administratorsPath = '/admin/administrators'

/** GET /admin/audit, as any version of the backend may deliver it: each field can be missing. */
export type EntryRow = Partial<AuditEntry>
/** GET /admin/administrators, likewise. */
export type AdministratorRow = Partial<AdministratorAccount>

/** GET: the administrators, whose acts can be asked for. */
export const readActors = async (signal: AbortSignal) =>
  (await getRows<Partial<AuditActor>>('/admin/audit/actors', {}, signal)).rows

/** From when on the audit is kept. */
export const readKept = async (signal: AbortSignal): Promise<Partial<AuditKept>> =>
  getRecord(`${auditPath}/kept`, { signal })

/** The newest entry that these parameters keep, which has the names of its person and subject. */
export async function readNewest(query: Record<string, string>, signal: AbortSignal): Promise<EntryRow | null> {
  const { rows } = await getRows<EntryRow>(auditPath, { ...query, page: 1, page_size: 1 }, signal)
  return rows[0] ?? null
}

/** The facts of an invitation that was made: `link` is there when no mail went out. */
export type MadeInvitation = Pick<Invitation, 'is_mailed' | 'link'>

export const inviteAdministrator = (payload: InviteAdministrator) => makeInvitation('invite', payload)
export const renewInvitation = (_id: string) => makeInvitation('renew-invitation', { _id })
export const withdrawInvitation = (_id: string) => postForDone(`${administratorsPath}/withdraw-invitation`, { _id })
export const disableAdministrator = (_id: string) => postForDone(`${administratorsPath}/disable`, { _id })
export const enableAdministrator = (_id: string) => postForDone(`${administratorsPath}/enable`, { _id })
export const removeSecondFactors = (_id: string) => postForDone(`${administratorsPath}/remove-second-factors`, { _id })
export const changeRole = (payload: ChangeAdminRole) => postForDone(`${administratorsPath}/change-role`, payload)

/** An account as it is now. */
export const readAccount = async (_id: string) =>
  (await getRows<AdministratorRow>(administratorsPath)).rows.find((account) => account._id === _id)

async function makeInvitation(act: string, payload: object): Promise<MadeInvitation> {
  const { success, data } = await api.post<{ success?: unknown; data?: Partial<MadeInvitation> | null }>(
    `${administratorsPath}/${act}`,
    payload,
  )
  if (success !== true) throw new ApiError({ kind: 'refused', status: 200 })
  return { is_mailed: data?.is_mailed === true, link: typeof data?.link === 'string' ? data.link : null }
}

export const readPolicy = async (signal: AbortSignal) =>
  (await getRecord(policyPath, { signal })) as unknown as Partial<Policy>
export const changePolicy = async (change: ChangePolicy) =>
  (await postForAnswer<{ data: Partial<Policy> }>(policyPath, change, { anew: true })).data
