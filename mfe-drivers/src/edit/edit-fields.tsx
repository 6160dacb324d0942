import { Form } from '@interline/shared/forms'
import {
  trimmed,
  connectIdMaxLength,
  emailMaxLength,
  licenceMaxLength,
  nameMaxLength,
} from '@interline/shared/contract'
import { Input } from '@interline/shared/ui'
import type { InputProps } from '@interline/shared/ui'
import { ConnectIdHint, isUnlikelyConnectId } from '../connect/connect-id-hint.tsx'
import { textFields } from './edit-form.ts'
import type { EditTexts, TextField } from './edit-form.ts'
import { t } from './edit-messages.ts'
import * as styles from './edit-driver.module.css'

type EditFieldsProps = {
  before: EditTexts
  /** The value that is saved now, when somebody else changed it meanwhile. */
  now: EditTexts
  connectId: string
}

const inputs: Record<TextField, InputProps> = {
  full_name: { maxLength: nameMaxLength },
  email: { type: 'email', maxLength: emailMaxLength },
  phone: { disabled: true },
  car_name: { maxLength: nameMaxLength },
  driving_licence_number: { maxLength: licenceMaxLength },
  stripe_connect_id: { maxLength: connectIdMaxLength, spellCheck: false },
}

const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** Why a text cannot be saved, by field; null when it can. */
const objections: Partial<Record<TextField, (text: string) => string | null>> = {
  full_name: (text) => (trimmed(text) === '' ? t('edit.nameMissing') : null),
  email: (text) => (trimmed(text) === '' || looksLikeEmail(text) ? null : t('edit.emailWrong')),
}

/** The six texts of Edit Driver Details. What was there already is not complained about. */
export function EditFields({ before, now, connectId }: EditFieldsProps) {
  const hints: Partial<Record<TextField, React.ReactNode>> = {
    phone: t('edit.phoneHint'),
    stripe_connect_id: isUnlikelyConnectId(connectId) && <ConnectIdHint />,
  }
  const meanwhile = (field: TextField) => {
    if (now[field] === before[field]) return undefined
    return now[field] === '' ? t('edit.nowBlank') : t('edit.nowSaved', { value: now[field] })
  }
  const validator =
    (field: TextField) =>
    async (_: unknown, value = '') => {
      const objection = objections[field]?.(value)
      if (objection && value !== before[field] && value !== now[field]) throw new Error(objection)
    }
  return (
    <div className={styles.fields}>
      {textFields.map((field) => (
        <Form.Item
          key={field}
          name={field}
          label={t(`edit.${field}`)}
          extra={meanwhile(field) ?? hints[field]}
          rules={[{ validator: validator(field) }]}
        >
          <Input autoComplete="off" {...inputs[field]} />
        </Form.Item>
      ))}
    </div>
  )
}
