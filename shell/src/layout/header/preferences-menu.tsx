import { Icon, lazyWithRetry } from '@interline/shared/ui'
import { useT } from '../../messages.ts'
import { Popover } from '../../page/popover.tsx'
import * as styles from './preferences.module.css'

const PreferencesForm = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "dialogs" */ './preferences-form.tsx')).PreferencesForm,
)

/** Colour scheme and business time zone of this administrator on this machine. */
export function PreferencesMenu() {
  const t = useT()
  return (
    <Popover className={styles.panel} label={t('preferences.title')} button={<Icon id="settings" size={20} />}>
      {() => <PreferencesForm />}
    </Popover>
  )
}
