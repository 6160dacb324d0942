import { trimmed, driverFileFields } from '@interline/shared/contract'
import { isApiError, isConflict } from '@interline/shared/api'
import { Form, FormModal } from '@interline/shared/forms'
import { driverLists, editDriver, latestDriver } from '../api.ts'
import { nameOf } from '../driver-row.ts'
import type { DriverDialogProps, DriverRow } from '../driver-row.ts'
import { t as drivers } from '../messages.ts'
import { sayChanged } from '../say-changed.ts'
import { useSettings } from '../settings.ts'
import { DocumentField } from './document-field.tsx'
import { EditFields } from './edit-fields.tsx'
import { editForm, takeBackEdit, textFields, valuesOf } from './edit-form.ts'
import type { EditValues } from './edit-form.ts'
import { t } from './edit-messages.ts'
import * as styles from './edit-driver.module.css'

/** SPEC §2, Edit Driver Details. What was entered stays until it is saved or discarded. */
export function EditDriver({ driver, control, onClosed }: DriverDialogProps) {
  const { fileLimitMb: limit } = useSettings()
  return (
    <FormModal<EditValues, DriverRow>
      title={t('edit.title')}
      submit={t('edit.save')}
      cancel={t('edit.cancel')}
      width={720}
      className={styles.modal}
      what="Editing a driver"
      row={driver}
      valuesOf={valuesOf}
      send={(values, driver) => editDriver(editForm(driver, values))}
      reloads={driverLists}
      latest={latestDriver}
      onMade={(_, { values, row }, reloaded) => {
        const name = nameOf(row)
        const undo = () => takeBackEdit(row, values)
        return sayChanged({
          control,
          title: t('edit.done'),
          text: t('edit.doneText'),
          reloaded,
          undo: isUndoable(values, row)
            ? { title: drivers('undo.edited'), detail: name, undone: drivers('undo.isEdited', { name }), undo }
            : undefined,
        })
      }}
      failed={t('edit.failed')}
      hintOf={hintFor}
      onClosed={onClosed}
    >
      {({ values, row, opened, refused }) => (
        <>
          <EditFields before={valuesOf(opened)} now={valuesOf(row)} connectId={values.stripe_connect_id} />
          <fieldset className={styles.documents} aria-describedby="edit-documents-rule">
            <legend>{t('edit.documents')}</legend>
            <p id="edit-documents-rule" className="il-hint">
              {t('upload.rule', { limit })}
            </p>
            {driverFileFields.map((field) => (
              <Form.Item key={field} name={field} noStyle>
                <DocumentField label={t(`edit.${field}`)} current={row[field]} limit={limit} error={refused[field]} />
              </Form.Item>
            ))}
          </fieldset>
        </>
      )}
    </FormModal>
  )
}

/** The content of a replaced file is not known here, and no backend takes a given email away. */
function isUndoable(values: EditValues, row: DriverRow): boolean {
  const was = valuesOf(row)
  return (
    driverFileFields.every((field) => values[field] === undefined) &&
    (was.email !== '' || trimmed(values.email) === '') &&
    textFields.some((field) => trimmed(values[field]) !== was[field])
  )
}

function hintFor(error: unknown): string | undefined {
  if (isConflict(error)) return t('edit.overwrite')
  return isApiError(error) && Object.keys(error.fields).length > 0 ? t('edit.check') : undefined
}
