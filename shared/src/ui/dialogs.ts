import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import { onSessionEnd, session } from '../session.ts'
import { feedback } from './feedback.tsx'

type Question = {
  title: string
  text?: ReactNode
  /** `Save` and `Cancel` (SPEC §8) unless said otherwise. */
  ok?: string
  cancel?: string
  danger?: boolean
}

export type Dialogs = {
  /** Resolves with true when the person agrees, false when they cancel or close. */
  confirm: (question: Question) => Promise<boolean>
  /** Resolve when the dialog has been closed. */
  success: (title: string, text?: ReactNode) => Promise<void>
  failure: (title: string, text?: ReactNode) => Promise<void>
}

// What is pressed again before the first question is on screen is asked once.
let isComing = false

/** Shows a dialog until it is closed or the session ends: what was asked in one is not answered in the next. Resolves when it is gone. */
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

/** Dialogs that ask or tell (SPEC §8), in the theme on screen. */
export function useDialogs(): Dialogs {
  const say = useMessages('shared')
  const [save, cancelText, okText] = [say('save'), say('cancel'), say('ok')]
  return useMemo(() => {
    const tell = (kind: 'success' | 'error') => async (title: string, text?: ReactNode) => {
      // What came of an act of a session that is over is not told over the sign-in form: that says why.
      if (session.getState().endedBecause !== null) return
      const { modal } = await feedback()
      await untilClosed((afterClose) => modal[kind]({ title, content: text, okText, centered: true, afterClose }))
    }
    return {
      confirm: async ({ title, text, ok = save, cancel = cancelText, danger = false }) => {
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
              okButtonProps: { danger },
              // What is pressed without reading should lose nothing.
              focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
              onOk: () => resolve(true),
              onCancel: () => resolve(false),
              afterClose,
            }),
          )
          void shown.then(() => resolve(false))
        })
      },
      success: tell('success'),
      failure: tell('error'),
    }
  }, [save, cancelText, okText])
}
