import { createElement, Fragment } from 'react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/texts.ts'
import { onSessionEnd, session } from '../../session/session.ts'
import { RequestId } from '../request-id.tsx'
import { feedback } from './feedback.tsx'

type Question = {
  title: string
  text?: ReactNode
  /** `Save` and `Cancel` (SPEC §8) unless said otherwise. */
  ok?: string
  cancel?: string
  danger?: boolean
  /** A form in `text` that OK sends; the question stays until it is complete. */
  form?: { id: string; isComplete: () => boolean }
}

// A second click before the first question is on screen opens no second question.
let isComing = false

/**
 * Shows a dialog until it is closed or the session ends: what was asked in one is not answered in the next. Resolves
 * when it is gone.
 */
const untilClosed = (show: (afterClose: () => void) => { destroy: () => void }): Promise<void> =>
  new Promise((resolve) => {
    const close = () => {
      stop()
      resolve()
    }
    const dialog = show(close)
    const stop = onSessionEnd(() => {
      dialog.destroy()
      close()
    })
  })

/** Resolves when the dialog has been closed. With an error, the request id stands under the text. */
const showResult =
  (kind: 'success' | 'error') =>
  async (title: string, text?: ReactNode, error?: unknown): Promise<void> => {
    // The sign-in form says why a session ended; the result of an earlier action is not shown over it.
    if (session.getState().endedBecause !== null) return
    const { modal } = await feedback()
    const content = createElement(Fragment, null, text, createElement(RequestId, { error }))
    await untilClosed((afterClose) => modal[kind]({ title, content, okText: t('ok'), centered: true, afterClose }))
  }

const dialogs = {
  /** Resolves with true when the person agrees, false when they cancel or close. */
  confirm: async ({ title, text, ok = t('save'), cancel = t('cancel'), danger = false, form }: Question) => {
    if (isComing) return false
    isComing = true
    const { modal } = await feedback().finally(() => (isComing = false))
    return new Promise<boolean>((resolve) => {
      const shown = untilClosed((afterClose) =>
        modal.confirm({
          title,
          content: text,
          okText: ok,
          cancelText: cancel,
          centered: true,
          okButtonProps: { danger, ...(form && { htmlType: 'submit', form: form.id }) },
          // A press without reading should lose nothing.
          // antd takes null, for the field of a form, under its old name alone.
          ...(form ? { autoFocusButton: null } : { focusable: { autoFocusButton: danger ? 'cancel' : 'ok' } }),
          onOk: (close: () => void) => {
            if (form && !form.isComplete()) return
            resolve(true)
            close()
          },
          onCancel: () => resolve(false),
          afterClose,
        }),
      )
      void shown.then(() => resolve(false))
    })
  },
  success: showResult('success'),
  failure: showResult('error'),
}

/** Dialogs that ask a question or show a result (SPEC §8), in the theme on screen. */
export const useDialogs = () => dialogs
