import { AuditPage } from './audit/audit-page.tsx'

export const routes = [{ path: '/audit', Component: AuditPage }]
