import { type AdminRole, trimmed } from '@interline/shared/contract'
import { Form, FormModal } from '@interline/shared/forms'
import { Input } from '@interline/shared/ui'
import { inviteAdministrator } from '../api.ts'
import type { MadeInvitation } from '../api.ts'
import { t } from '../messages.ts'
import type { ShownInvitation } from './invitation-dialog.tsx'
import { RoleField } from './role-field.tsx'

type Values = { full_name: string; email: string; admin_role: AdminRole }

const nothing: Values = { full_name: '', email: '', admin_role: 'support' }

const rule = (holds: (text: string) => boolean, otherwise: string) => ({
  validator: (_: unknown, text: string) =>
    holds(trimmed(text)) ? Promise.resolve() : Promise.reject(new Error(otherwise)),
})

type InviteDialogProps = { onInvited: (invitation: ShownInvitation) => void; onClosed: () => void }

/** Invites an administrator. */
export function InviteDialog({ onInvited, onClosed }: InviteDialogProps) {
  return (
    <FormModal<Values, null, MadeInvitation>
      title={t('invite.title')}
      submit={t('invite.submit')}
      cancel={t('invite.cancel')}
      what="Inviting an administrator"
      row={null}
      valuesOf={() => nothing}
      send={(values) =>
        inviteAdministrator({ ...values, full_name: trimmed(values.full_name), email: trimmed(values.email) })
      }
      reloads={['administrators']}
      onMade={(made, { values: { full_name, email } }) => onInvited({ ...made, full_name, email })}
      failed={t('invite.failed')}
      onClosed={onClosed}
    >
      {({ values }) => (
        <>
          <Form.Item
            name="full_name"
            label={t('invite.name')}
            rules={[rule((name) => name !== '', t('invite.nameMissing'))]}
          >
            <Input maxLength={200} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="email"
            label={t('invite.email')}
            rules={[rule((email) => /^\S+@\S+\.\S+$/.test(email), t('invite.emailWrong'))]}
          >
            <Input type="email" maxLength={254} autoComplete="off" />
          </Form.Item>
          <RoleField role={values.admin_role} />
        </>
      )}
    </FormModal>
  )
}
