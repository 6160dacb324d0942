import { useId, useState } from 'react'
import { pinnedAt, usualDevOrigin, type Release } from '@interline/federation/runtime'
import { addMessages, useMessages } from '@interline/shared/i18n'
import { Modal, Select } from '@interline/shared/forms'
import { Input } from '@interline/shared/ui'
import { useT } from '../messages.ts'
import english from './run-from-source.en.json'
import { startOverride, type Problem } from './start-override.ts'
import * as styles from './run-from-source.module.css'

// Loaded with the dialog, not with the frame.
addMessages('shell', english)

type RunFromSourceProps = { release: Release; onClose: () => void; reload?: () => void }

/** A form for a developer: the remote, at first that of the screen, and the origin that `npm run dev` serves it at. */
export function RunFromSource({ release, onClose, reload = () => window.location.reload() }: RunFromSourceProps) {
  const t = useT()
  const shared = useMessages('shared')
  const id = useId()
  const names = Object.keys(release.remotes)
  const [remote, setRemote] = useState(pinnedAt(release, window.location.pathname)?.descriptor.name ?? names[0] ?? '')
  const [origin, setOrigin] = useState(usualDevOrigin)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Problem | null>(null)

  async function submit() {
    if (busy) return
    setBusy(true)
    setRefused(null)
    const problem = await startOverride({ remote, origin: origin.trim().replace(/\/$/, '') })
    if (!problem) return reload()
    setRefused(problem)
    setBusy(false)
  }

  return (
    <Modal
      open
      onCancel={() => !busy && onClose()}
      title={t('source.title')}
      closable={{ 'aria-label': shared('close') }}
      cancelText={shared('cancel')}
      okText={t('source.submit')}
      okButtonProps={{ htmlType: 'submit', form: `${id}-form`, loading: busy }}
      width={480}
    >
      <p className="il-modal-subtitle">{t('source.text')}</p>
      <form
        id={`${id}-form`}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <label htmlFor={`${id}-remote`}>{t('source.remote')}</label>
        <Select
          id={`${id}-remote`}
          value={remote}
          onChange={setRemote}
          options={names.map((name) => ({ value: name, label: name }))}
        />
        <label htmlFor={`${id}-origin`}>{t('source.origin')}</label>
        <Input
          id={`${id}-origin`}
          autoFocus
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={origin}
          onChange={(event) => setOrigin(event.target.value)}
          {...(refused && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${id}-refused` })}
        />
        {refused && (
          <p id={`${id}-refused`} className={styles.error} role="alert">
            {t(`source.refused.${refused}`, { example: usualDevOrigin })}
          </p>
        )}
      </form>
    </Modal>
  )
}
