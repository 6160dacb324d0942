import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
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

/** Dialogs that ask or tell (SPEC §8), in the theme on screen. */
export function useDialogs(): Dialogs {
  const say = useMessages('shared')
  const [save, cancelText, okText] = [say('save'), say('cancel'), say('ok')]
  return useMemo(() => {
    const tell = (kind: 'success' | 'error') => async (title: string, text?: ReactNode) => {
      const { modal } = await feedback()
      await new Promise<void>((resolve) => {
        modal[kind]({ title, content: text, okText, centered: true, afterClose: () => resolve() })
      })
    }
    return {
      confirm: async ({ title, text, ok = save, cancel = cancelText, danger = false }) => {
        if (isComing) return false
        isComing = true
        const { modal } = await feedback().finally(() => (isComing = false))
        return new Promise<boolean>((resolve) => {
          modal.confirm({
            title,
            content: text,
            okText: ok,
            cancelText: cancel,
            centered: true,
            okButtonProps: { danger },
            onOk: () => resolve(true),
            onCancel: () => resolve(false),
          })
        })
      },
      success: tell('success'),
      failure: tell('error'),
    }
  }, [save, cancelText, okText])
}
