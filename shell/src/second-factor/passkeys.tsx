import { useId, useState, type FormEvent } from 'react'
import { useChange } from '@interline/shared/api'
import { type Passkey, trimmed, factorMaxLength } from '@interline/shared/contract'
import { Button, DateText, failureReason, Icon, Input, RelativeTime, useDialogs, useToast } from '@interline/shared/ui'
import { deviceName } from './device-name.ts'
import type { OnChanged } from './authenticator.tsx'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './calls.ts'
import { knowsPasskeys, makePasskey, passkeyProblem } from './in-browser.ts'
import { t } from './texts.ts'
import * as styles from './second-factor.module.css'

/** The passkeys of an account: added by the browser, named, removed. */
export function Passkeys({ own, onChanged }: { own: Passkey[]; onChanged: OnChanged }) {
  const toast = useToast()
  const dialogs = useDialogs()
  const [renamed, setRenamed] = useState<Passkey>()
  const onFailed = (error: unknown) => toast.failure(t('failed'), passkeyProblem(error) ?? failureReason(error), error)
  const adding = useChange({
    what: 'Adding a passkey',
    send: makeAndAdd,
    onMade(codes) {
      toast.success(t('passkeyAdded'))
      onChanged(codes)
    },
    onFailed,
  })
  const removing = useChange<string>({
    what: 'Removing a passkey',
    send: removePasskey,
    onMade() {
      toast.success(t('passkeyRemoved'))
      onChanged(null)
    },
    onFailed,
  })
  const renaming = useChange<Pick<Passkey, '_id' | 'name'>>({
    what: 'Renaming a passkey',
    send: ({ _id, name }) => renamePasskey(_id, name),
    onMade() {
      setRenamed(undefined)
      onChanged(null)
    },
    onFailed,
  })
  async function remove({ _id, name }: Passkey) {
    const question = { title: t('passkeyRemoveTitle', { name }), text: t('removeText'), ok: t('remove'), danger: true }
    if (await dialogs.confirm(question)) removing.make(_id)
  }

  return (
    <div className={styles.part}>
      <h3>{t('passkeys')}</h3>
      {own.length === 0 && <p className="il-soft">{t('passkeysNone')}</p>}
      <ul className={styles.list}>
        {own.map((one) => (
          <li key={one._id}>
            {renamed?._id === one._id ? (
              <Rename
                passkey={one}
                onName={(name) => renaming.make({ _id: one._id, name })}
                onCancel={() => setRenamed(undefined)}
              />
            ) : (
              <div className={styles.row}>
                <div>
                  <strong translate="no">{one.name}</strong>
                  <p>
                    <span>{t('added')}</span> <DateText value={one.createdAt} /> ·{' '}
                    {one.last_used_at === null ? (
                      <span>{t('neverUsed')}</span>
                    ) : (
                      <>
                        <span>{t('used')}</span> <RelativeTime value={one.last_used_at} />
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
                    loading={removing.isPending && removing.payload === one._id}
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
          <Button loading={adding.isPending} onClick={() => adding.make()}>
            {t('passkeyAdd')}
          </Button>
        ) : (
          <p className="il-soft">{t('noPasskeys')}</p>
        )}
      </div>
    </div>
  )
}

/** The browser makes one, and the API keeps it; resolves with recovery codes when it is the first factor. */
async function makeAndAdd(): Promise<string[] | null> {
  const { token, options } = await beginPasskey()
  const response = await makePasskey(options)
  const { browser, system } = deviceName(navigator.userAgent) ?? {}
  const name = [browser, system].filter(Boolean).join(', ') || t('passkeyNew')
  return addPasskey({ token, name, response })
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
    <form className={`il-form ${styles.field}`} onSubmit={submit} noValidate>
      <label htmlFor={id}>{t('passkeyName')}</label>
      <Input
        id={id}
        autoFocus
        maxLength={factorMaxLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
        aria-describedby={`${id}-error`}
        {...(isMissing && { status: 'error' as const, 'aria-invalid': true })}
      />
      <p id={`${id}-error`} className="il-wrong" role="status">
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
