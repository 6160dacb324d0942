import { t } from '../messages.ts'
import type { PartyRole } from './party.ts'
import * as styles from './role-tag.module.css'

export const RoleTag = ({ role, className = '' }: { role: PartyRole; className?: string | undefined }) => (
  <span className={`${styles.role} ${className}`}>{t(`role.${role}`)}</span>
)
