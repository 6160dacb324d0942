import { Icon, late } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { PopPanel } from './pop-panel.tsx'

const PreferencesForm = late(async () => (await import('./preferences-form.tsx')).PreferencesForm)

/** Colour scheme and business time zone of this administrator on this machine. */
export function PreferencesMenu() {
  const say = useSay()
  return (
    <PopPanel className="il-preferences" label={say('preferences.title')} button={<Icon id="settings" size={20} />}>
      {() => <PreferencesForm />}
    </PopPanel>
  )
}
