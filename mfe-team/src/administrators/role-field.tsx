import { Form, Select } from '@interline/shared/forms'
import { type AdminRole, adminRoles } from '@interline/shared/contract'
import { t } from '../messages.ts'

const options = adminRoles.map((role) => ({ value: role, label: t(`roles.${role}`) }))

/** The field asks for a role and says what it may do. */
export const RoleField = ({ role }: { role: AdminRole }) => (
  <Form.Item name="admin_role" label={t('invite.role')} extra={t(`roleHints.${role}`)}>
    <Select<AdminRole> aria-label={t('invite.role')} options={options} />
  </Form.Item>
)
