import { useId, useState, type FormEvent } from 'react'
import { logFailure } from '@interline/shared/api'
import type { Passkey } from '@interline/shared/contract'
import { trimmed } from '@interline/shared/i18n'
import { Button, DateText, failureReason, Icon, Input, RelativeTime, useDialogs, useToast } from '@interline/shared/ui'
import { deviceName } from '../page/device-name.ts'
import type { OnChanged } from './authenticator.tsx'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './calls.ts'
import { knowsPasskeys, makePasskey, passkeyProblem } from './in-browser.ts'
import { t } from './texts.ts'
import * as styles from './second-factor.module.css'

/** The passkeys of an account: added by the browser, named, removed. */
export function Passkeys({ own, onChanged }: { own: Passkey[]; onChanged: OnChanged }) {
  const toast = useToast()
  const dialogs = useDialogs()
  const [busy, setBusy] = useState<string | null>(null)
  const [renamed, setRenamed] = useState<Passkey>()

  async function run(which: string, act: () => Promise<void>) {
    if (busy !== null) return
    setBusy(which)
    try {
      await act()
    } catch (error) {
      logFailure('Passkey', error)
      toast.failure(t('failed'), passkeyProblem(error) ?? failureReason(error), error)
    }
    setBusy(null)
  }
  const add = () =>
    run('add', async () => {
      const { token, options } = await beginPasskey()
      const { id, rawId, type, response, clientExtensionResults } = await makePasskey(options)
      const { clientDataJSON, attestationObject, transports = [] } = response
      const made = {
        id,
        rawId,
        type,
        clientExtensionResults: { ...clientExtensionResults },
        response: { clientDataJSON, attestationObject, transports },
      }
      const { browser, system } = deviceName(navigator.userAgent) ?? {}
      const name = [browser, system].filter(Boolean).join(', ') || t('passkeyNew')
      const codes = await addPasskey({ token, name, response: made })
      toast.success(t('passkeyAdded'))
      onChanged(codes)
    })
  async function remove({ _id, name }: Passkey) {
    const question = { title: t('passkeyRemoveTitle', { name }), text: t('removeText'), ok: t('remove'), danger: true }
    if (!(await dialogs.confirm(question))) return
    await run(_id, async () => {
      await removePasskey(_id)
      toast.success(t('passkeyRemoved'))
      onChanged(null)
    })
  }
  const rename = (one: Passkey, name: string) =>
    run(one._id, async () => {
      await renamePasskey(one._id, name)
      setRenamed(undefined)
      onChanged(null)
    })

  return (
    <div className={styles.part}>
      <h3>{t('passkeys')}</h3>
      {own.length === 0 && <p className={styles.faint}>{t('passkeysNone')}</p>}
      <ul className={styles.list}>
        {own.map((one) => (
          <li key={one._id}>
            {renamed?._id === one._id ? (
              <Rename passkey={one} onName={(name) => void rename(one, name)} onCancel={() => setRenamed(undefined)} />
            ) : (
              <div className={styles.row}>
                <div>
                  <strong>{one.name}</strong>
                  <p>
                    {t('added')} <DateText value={one.createdAt} /> ·{' '}
                    {one.last_used_at === null ? (
                      t('neverUsed')
                    ) : (
                      <>
                        {t('used')} <RelativeTime value={one.last_used_at} />
                      </>
                    )}
                  </p>
                </div>
                <span className={styles.rowActions}>
                  <Button
                    size="small"
                    aria-label={t('passkeyRename', { name: one.name })}
                    icon={<Icon id="edit" />}
                    onClick={() => setRenamed(one)}
                  />
                  <Button
                    size="small"
                    loading={busy === one._id}
                    aria-label={t('passkeyRemove', { name: one.name })}
                    onClick={() => void remove(one)}
                  >
                    {t('remove')}
                  </Button>
                </span>
              </div>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        {knowsPasskeys() ? (
          <Button loading={busy === 'add'} onClick={() => void add()}>
            {t('passkeyAdd')}
          </Button>
        ) : (
          <p className={styles.faint}>{t('noPasskeys')}</p>
        )}
      </div>
    </div>
  )
}

type RenameProps = { passkey: Passkey; onName: (name: string) => void; onCancel: () => void }

function Rename({ passkey, onName, onCancel }: RenameProps) {
  const id = useId()
  const [name, setName] = useState(passkey.name)
  const [isMissing, setIsMissing] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    setIsMissing(trimmed(name) === '')
    if (trimmed(name) !== '') onName(trimmed(name))
  }
  return (
    <form className={styles.field} onSubmit={submit} noValidate>
      <label htmlFor={id}>{t('passkeyName')}</label>
      <Input
        id={id}
        autoFocus
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        aria-describedby={`${id}-error`}
        {...(isMissing && { status: 'error' as const, 'aria-invalid': true })}
      />
      <p id={`${id}-error`} className={styles.error} role="status">
        {isMissing ? t('passkeyNameMissing') : ''}
      </p>
      <span className={styles.rowActions}>
        <Button type="primary" htmlType="submit" size="small">
          {t('save')}
        </Button>
        <Button size="small" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </span>
    </form>
  )
}
