import { Icon, lazyWithRetry, Popover } from '@interline/shared/ui'
import { t } from '../../messages.ts'
import * as styles from './preferences.module.css'

const PreferencesForm = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "dialogs" */ './preferences-form.tsx')).PreferencesForm,
)

/** Colour scheme and business time zone of this administrator on this machine. */
export function PreferencesMenu() {
  return (
    <Popover
      className="il-icon-button"
      panelClassName={styles.panel}
      label={t('preferences.title')}
      button={<Icon id="settings" size={20} />}
    >
      {() => <PreferencesForm />}
    </Popover>
  )
}
