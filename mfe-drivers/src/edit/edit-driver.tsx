import { useId, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { isApiError, logFailure } from '@interline/shared/api'
import { trimmed, useMessages } from '@interline/shared/i18n'
import type { DriverFileField } from '@interline/shared/contract'
import { ChangeFailure, Form, Modal } from '@interline/shared/forms'
import { afterAMoment, isConflict } from '@interline/shared/ui'
import { editDriver, latestDriver, reloadLists } from '../api.ts'
import type { ChangeModalProps } from '../connect/connect-driver.tsx'
import { DocumentField } from './document-field.tsx'
import { editForm, fileFields, isFileField, isTextField, textFields, valuesOf } from './edit-form.ts'
import type { ChosenFiles, EditValues } from './edit-form.ts'
import { EditFields } from './edit-fields.tsx'
import { reasonOf } from '../failure-reason.ts'
import { useT } from './edit-messages.ts'
import { useSettings } from '../settings.ts'
import type { DriverRow } from '../driver-row.ts'
import { useLeaveGuard } from '../use-leave-guard.ts'
import * as styles from './edit-driver.module.css'

const documents = { driving_licence: 'licence', car_document: 'carDocument', car_insurance: 'insurance' } as const

/** SPEC §2, Edit Driver Details. What was entered stays until it is saved or discarded. */
export function EditDriver({ driver, open, onClose, onDone }: ChangeModalProps) {
  const t = useT()
  const { fileLimitMb: limit } = useSettings()
  const shared = useMessages('shared')
  const formId = useId()
  const [form] = Form.useForm<EditValues>()
  const [saved, setSaved] = useState(driver)
  const [values, setValues] = useState(() => valuesOf(driver))
  const [files, setFiles] = useState<ChosenFiles>({})
  const [fileErrors, setFileErrors] = useState<Partial<Record<DriverFileField, string>>>({})
  const saving = useMutation({ mutationFn: editDriver })
  const [before] = useState(values)
  const now = valuesOf(saved)
  const unsaved = textFields.some((field) => values[field] !== now[field]) || Object.keys(files).length > 0
  const mayLeave = useLeaveGuard(open && unsaved, onClose)

  function choose(field: DriverFileField, file: File | undefined) {
    setFileErrors(({ [field]: _, ...others }) => others)
    setFiles(({ [field]: _, ...others }) => (file ? { ...others, [field]: file } : others))
  }

  async function save() {
    if (saving.isPending) return
    setFileErrors({})
    try {
      await saving.mutateAsync(editForm(saved, values, files))
    } catch (error) {
      logFailure('Editing a driver', error)
      showFieldErrors(error)
      if (isConflict(error)) {
        await reloadLists()
        follow(await latestDriver(saved))
      }
      return
    }
    // What was in a file that was replaced is not known here, and no backend takes a given email away.
    const isUndoable =
      Object.keys(files).length === 0 &&
      (now.email !== '' || trimmed(values.email) === '') &&
      textFields.some((field) => trimmed(values[field]) !== now[field])
    const undo = async () => {
      const { takeBackEdit } = await import('./take-back-edit.ts')
      await takeBackEdit(saved, values)
    }
    onDone(t('edit.done'), t('edit.doneText'), isUndoable ? undo : undefined)
  }

  /** Texts that the person left alone become those that are saved by now: only what was entered replaces anything. */
  function follow(latest: DriverRow) {
    const entered = form.getFieldsValue()
    const [was, is] = [valuesOf(saved), valuesOf(latest)]
    const left = textFields.filter((field) => entered[field] === was[field])
    const next = { ...entered, ...Object.fromEntries(left.map((field) => [field, is[field]])) }
    form.setFieldsValue(next)
    setValues(next)
    setSaved(latest)
  }

  function showFieldErrors(error: unknown) {
    if (!isApiError(error)) return
    const refused = Object.entries(error.fields)
    const texts = refused.flatMap(([name, message]) => (isTextField(name) ? [{ name, errors: [message] }] : []))
    form.setFields(texts)
    if (texts[0]) form.focusField(texts[0].name)
    setFileErrors(Object.fromEntries(refused.filter(([name]) => isFileField(name))))
  }

  /** Not on its first button, and not away from a field that the person has chosen while it opened. */
  function focusFirstField(isOpen: boolean) {
    if (isOpen && !document.getElementById(formId)?.matches(':focus-within')) form.focusField('full_name')
  }

  async function close() {
    if (!saving.isPending && (await mayLeave())) onClose()
  }

  return (
    <Modal
      open={open}
      onCancel={() => void close()}
      title={t('edit.title')}
      closable={{ 'aria-label': shared('close') }}
      cancelText={t('edit.cancel')}
      okText={t('edit.save')}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: saving.isPending && afterAMoment }}
      width={720}
      className={styles.modal}
      destroyOnHidden
      afterOpenChange={focusFirstField}
    >
      {saving.error && (
        <ChangeFailure
          title={t('edit.failed')}
          reason={reasonOf(saving.error)}
          hint={hintFor(saving.error, t)}
          error={saving.error}
        />
      )}
      <Form<EditValues>
        id={formId}
        form={form}
        layout="vertical"
        noValidate
        requiredMark={false}
        initialValues={before}
        onValuesChange={(_, entered) => setValues({ ...values, ...entered })}
        onFinish={() => void save()}
        scrollToFirstError={{ focus: true }}
        validateTrigger="onBlur"
      >
        <EditFields before={before} now={now} connectId={values.stripe_connect_id} />
        <fieldset className={styles.documents} aria-describedby={`${formId}-rule`}>
          <legend>{t('edit.documents')}</legend>
          <p id={`${formId}-rule`}>{t('upload.rule', { limit })}</p>
          {fileFields.map((field) => (
            <DocumentField
              limit={limit}
              key={field}
              label={t(`edit.${documents[field]}`)}
              current={saved[field]}
              chosen={files[field]}
              error={fileErrors[field]}
              onChoose={(file) => choose(field, file)}
            />
          ))}
        </fieldset>
      </Form>
    </Modal>
  )
}

function hintFor(error: unknown, t: ReturnType<typeof useT>): string | undefined {
  if (isConflict(error)) return t('edit.overwrite')
  if (!isApiError(error) || Object.keys(error.fields).length === 0) return undefined
  const elsewhere = Object.entries(error.fields).filter(([name]) => !isTextField(name) && !isFileField(name))
  return [t('edit.check'), ...elsewhere.map(([name, message]) => `${name}: ${message}`)].join(' ')
}
