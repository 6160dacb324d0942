import { useEffect, useId, useRef, useState } from 'react'
import { isApiError, logFailure } from '@interline/shared/api'
import { readSettings, session, useSession } from '@interline/shared/session'
import { Button, failureReason, Icon, initialsOf, safeHref, useToast } from '@interline/shared/ui'
import { removeOwnPicture, saveOwnPicture } from '../api.ts'
import { useT } from './texts.ts'
import { squarePicture } from './square-picture.ts'
import * as styles from './own-picture.module.css'

/** The API's limit (contract: `uploadMaxBytes`). */
const mostMegabytes = 10

type Chosen = { square: Blob; address: string }

/** An administrator's own picture: chosen, looked at, saved, removed. */
export function OwnPicture() {
  const t = useT()
  const toast = useToast()
  const user = useSession(({ user }) => user)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState<'save' | 'remove'>()
  const saved = safeHref(user?.profile_picture, readSettings().documentsUrl)
  const shown = chosen?.address ?? saved

  useEffect(() => {
    if (!chosen) return
    saveButton.current?.focus()
    return () => URL.revokeObjectURL(chosen.address)
  }, [chosen])

  async function take(file: File | undefined) {
    if (!file) return
    const megabytes = file.size / 1024 / 1024
    if (megabytes > mostMegabytes)
      return setError(t('account.pictureTooLarge', { file: file.name, size: Math.ceil(megabytes * 10) / 10 }))
    try {
      const square = await squarePicture(file)
      setError(undefined)
      setChosen({ square, address: URL.createObjectURL(square) })
    } catch {
      setError(t('account.pictureNone', { file: file.name }))
    }
  }

  function done(profile_picture: string | null, said: string) {
    const { token, user } = session.getState()
    if (token !== null && user) session.getState().signIn({ token, user: { ...user, profile_picture } })
    setChosen(undefined)
    setError(undefined)
    toast.success(said)
    input.current?.focus()
  }

  async function save(square: Blob) {
    setBusy('save')
    try {
      done(await saveOwnPicture(square), t('account.pictureSaved'))
    } catch (failure) {
      logFailure('Save own picture', failure)
      const reason = isApiError(failure) ? failure.fields.picture : undefined
      if (reason !== undefined) setError(t('account.pictureRefused', { reason }))
      else toast.failure(t('account.pictureFailed'), failureReason(failure), failure)
    }
    setBusy(undefined)
  }

  async function remove() {
    setBusy('remove')
    try {
      done(await removeOwnPicture(), t('account.pictureRemoved'))
    } catch (failure) {
      logFailure('Remove own picture', failure)
      toast.failure(t('account.pictureStays'), failureReason(failure), failure)
    }
    setBusy(undefined)
  }

  function cancel() {
    setChosen(undefined)
    input.current?.focus()
  }

  return (
    <div className={styles.own}>
      <span className={styles.picture} aria-hidden="true">
        {initialsOf(user?.full_name ?? '')}
        {shown !== null && (
          <img key={shown} src={shown} alt="" onError={({ currentTarget }) => (currentTarget.hidden = true)} />
        )}
      </span>
      <div className={styles.text}>
        <p id={`${id}-hint`} role="status">
          {chosen ? t('account.pictureNew') : t('account.pictureHint')}
        </p>
        {error !== undefined && (
          <p id={`${id}-error`} className={styles.error} role="alert">
            {error}
          </p>
        )}
        <div className={styles.acts}>
          {chosen && (
            <>
              <Button
                ref={saveButton}
                type="primary"
                loading={busy === 'save'}
                onClick={() => void save(chosen.square)}
              >
                {t('account.pictureSave')}
              </Button>
              <Button disabled={busy !== undefined} onClick={cancel}>
                {t('account.pictureCancel')}
              </Button>
            </>
          )}
          <span className={styles.choose}>
            <input
              ref={input}
              id={id}
              className="il-visually-hidden"
              type="file"
              accept="image/png,image/jpeg,image/webp"
              aria-label={t('account.pictureChoose')}
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? `${id}-hint` : `${id}-error`}
              onChange={(event) => {
                void take(event.target.files?.[0])
                event.target.value = ''
              }}
            />
            <span className={styles.button} aria-hidden="true" onClick={() => input.current?.click()}>
              <Icon id="upload" size={16} />
              {t('account.pictureChoose')}
            </span>
          </span>
          {!chosen && saved !== null && (
            <Button loading={busy === 'remove'} onClick={() => void remove()}>
              {t('account.pictureRemove')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
