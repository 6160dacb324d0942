import { uploadMaxBytes } from '@interline/shared/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { isApiError, useChange } from '@interline/shared/api'
import { readSettings, session, useSession } from '@interline/shared/session'
import { Button, failureReason, Icon, initialsOf, safeHref, useToast } from '@interline/shared/ui'
import { removeOwnPicture, saveOwnPicture } from '../api.ts'
import { t } from './texts.ts'
import { squarePicture } from './square-picture.ts'
import * as styles from './own-picture.module.css'

const mostMegabytes = uploadMaxBytes / 1024 / 1024

type Chosen = { square: Blob; address: string }

/** An administrator's own picture: chosen, looked at, saved, removed. */
export function OwnPicture({ onUnsaved }: { onUnsaved: (isUnsaved: boolean) => void }) {
  const toast = useToast()
  const user = useSession(({ user }) => user)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const [error, setError] = useState<string>()
  const saved = safeHref(user?.profile_picture, readSettings().documentsUrl)
  const shown = chosen?.address ?? saved

  useEffect(() => {
    onUnsaved(chosen !== undefined)
    if (!chosen) return
    saveButton.current?.focus()
    return () => URL.revokeObjectURL(chosen.address)
  }, [chosen, onUnsaved])

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

  const saving = useChange<Blob | null, Awaited<ReturnType<typeof removeOwnPicture>>>({
    what: 'Changing one’s own picture',
    send: (square) => (square ? saveOwnPicture(square) : removeOwnPicture()),
    onMade({ profile_picture }, square) {
      if (user) session.getState().takeOwn(user._id, { profile_picture })
      setChosen(undefined)
      setError(undefined)
      toast.success(t(square ? 'account.pictureSaved' : 'account.pictureRemoved'))
      input.current?.focus()
    },
    onFailed(failure, square) {
      const reason = isApiError(failure) ? failure.fields.picture : undefined
      if (reason !== undefined) return setError(t('account.pictureRefused', { reason }))
      toast.failure(t(square ? 'account.pictureFailed' : 'account.pictureStays'), failureReason(failure), failure)
    },
  })

  function cancel() {
    setChosen(undefined)
    input.current?.focus()
  }

  return (
    <div className={styles.own}>
      <span className={`il-person-picture ${styles.picture}`} data-photo aria-hidden="true">
        {initialsOf(user?.full_name ?? '')}
        {shown !== null && (
          <img key={shown} src={shown} alt="" onError={({ currentTarget }) => (currentTarget.hidden = true)} />
        )}
      </span>
      <div className={styles.text}>
        <p id={`${id}-hint`} className="il-soft" role="status">
          {chosen ? t('account.pictureNew') : t('account.pictureHint')}
        </p>
        {error !== undefined && (
          <p id={`${id}-error`} className="il-wrong" role="alert">
            {error}
          </p>
        )}
        <div className={styles.acts}>
          {chosen && (
            <>
              <Button
                ref={saveButton}
                type="primary"
                loading={saving.isPending}
                onClick={() => saving.make(chosen.square)}
              >
                {t('account.pictureSave')}
              </Button>
              <Button disabled={saving.isPending} onClick={cancel}>
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
            <span className="il-button" aria-hidden="true" onClick={() => input.current?.click()}>
              <Icon id="upload" size={16} />
              <span>{t('account.pictureChoose')}</span>
            </span>
          </span>
          {!chosen && saved !== null && (
            <Button loading={saving.isPending} onClick={() => saving.make(null)}>
              {t('account.pictureRemove')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
