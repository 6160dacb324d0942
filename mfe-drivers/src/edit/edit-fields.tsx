import { Form } from '@interline/shared/forms'
import { trimmed } from '@interline/shared/i18n'
import { Input } from '@interline/shared/ui'
import { ConnectIdHint, isUnlikelyConnectId } from '../connect/connect-id-hint.tsx'
import type { EditValues, TextField } from './edit-form.ts'
import { useT } from './edit-messages.ts'
import * as styles from './edit-driver.module.css'

type EditFieldsProps = {
  before: EditValues
  /** What is saved now, when somebody else changed it meanwhile. */
  now: EditValues
  connectId: string
}

const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** The six texts of Edit Driver Details. What was there already is not complained about. */
export function EditFields({ before, now, connectId }: EditFieldsProps) {
  const t = useT()
  const rule = (field: TextField, holds: (text: string) => boolean, otherwise: string) => ({
    validator: (_: unknown, value: string | undefined = '') =>
      value === before[field] || value === now[field] || holds(value)
        ? Promise.resolve()
        : Promise.reject(new Error(t(otherwise))),
  })
  const meanwhile = (field: TextField) => {
    if (now[field] === before[field]) return undefined
    return now[field] === '' ? t('edit.nowBlank') : t('edit.nowSaved', { value: now[field] })
  }
  return (
    <div className={styles.fields}>
      <Form.Item
        name="full_name"
        label={t('edit.name')}
        extra={meanwhile('full_name')}
        rules={[rule('full_name', (text) => trimmed(text) !== '', 'edit.nameMissing')]}
      >
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('edit.email')}
        extra={meanwhile('email')}
        rules={[rule('email', (text) => trimmed(text) === '' || looksLikeEmail(text), 'edit.emailWrong')]}
      >
        <Input type="email" maxLength={254} autoComplete="off" />
      </Form.Item>
      <Form.Item name="phone" label={t('edit.phone')} extra={t('edit.phoneHint')}>
        <Input disabled autoComplete="off" />
      </Form.Item>
      <Form.Item name="car_name" label={t('edit.car')} extra={meanwhile('car_name')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="driving_licence_number"
        label={t('edit.licenceNumber')}
        extra={meanwhile('driving_licence_number')}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="stripe_connect_id"
        label={t('edit.connectId')}
        extra={meanwhile('stripe_connect_id') ?? (isUnlikelyConnectId(connectId) && <ConnectIdHint />)}
      >
        <Input maxLength={255} autoComplete="off" spellCheck={false} />
      </Form.Item>
    </div>
  )
}
