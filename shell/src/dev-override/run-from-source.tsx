import { useId, useState } from 'react'
import { pinnedAt, toError, usualDevOrigin, type DevOverride, type Release } from '@interline/federation/runtime'
import { useChange } from '@interline/shared/api'
import { messages, t as shared } from '@interline/shared/i18n'
import { Modal, Select } from '@interline/shared/forms'
import { Input } from '@interline/shared/ui'
import english from './run-from-source.en.json'
import { closeDialog } from '../open-dialog.ts'

// Loaded with the dialog, not with the frame.
const t = messages('shell', english)

type RunFromSourceProps = { release: Release; reload?: () => void }

/** A form for a developer: the remote, at first that of the screen, and the origin that `npm run dev` serves it at. */
export function RunFromSource({ release, reload = () => window.location.reload() }: RunFromSourceProps) {
  const id = useId()
  const names = Object.keys(release.remotes)
  const [remote, setRemote] = useState(pinnedAt(release, window.location.pathname)?.descriptor.name ?? names[0] ?? '')
  const [origin, setOrigin] = useState(usualDevOrigin)
  const { make, isPending, error } = useChange<DevOverride>({
    what: 'Running a part from source',
    send: startOverride,
    onMade: reload,
  })
  const refused = error === null ? null : (problems.find((known) => known === toError(error).message) ?? 'failed')

  return (
    <Modal
      open
      onCancel={() => !isPending && closeDialog()}
      title={t('source.title')}
      closable={{ 'aria-label': shared('close') }}
      cancelText={shared('cancel')}
      okText={t('source.submit')}
      okButtonProps={{ htmlType: 'submit', form: `${id}-form`, loading: isPending }}
      width={480}
    >
      <p className="il-modal-subtitle">{t('source.text')}</p>
      <form
        id={`${id}-form`}
        className="il-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          make({ remote, origin: origin.trim().replace(/\/$/, '') })
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
          <p id={`${id}-refused`} className="il-wrong" role="alert">
            {t(`source.refused.${refused}`, { example: usualDevOrigin })}
          </p>
        )}
      </form>
    </Modal>
  )
}

const problems = ['cross-site', 'origin', 'remote'] as const

/** Has the shell's origin run a part from its source in the pages of this browser; rejects with why it does not. */
async function startOverride(override: DevOverride): Promise<void> {
  const response = await fetch('/dev-override', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(override),
  })
  if (!response.ok) throw new Error(((await response.json()) as { refused?: string }).refused)
}
