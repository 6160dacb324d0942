import { AdministratorsPage } from './administrators/administrators-page.tsx'
import { AuditPage } from './audit/audit-page.tsx'

export const routes = [
  { path: '/administrators', Component: AdministratorsPage },
  { path: '/audit', Component: AuditPage },
]
