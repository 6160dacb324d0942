import { createElement, Fragment } from 'react'
import { RequestId } from '../request-id.tsx'
import { feedback } from './feedback.tsx'
import { showNotice } from './notices.ts'

type Toast = {
  success: (title: string, detail?: string) => void
  /** With the error, the request id stands under it. */
  failure: (title: string, detail?: string, error?: unknown) => void
  info: (title: string, detail?: string) => void
}

const show = (kind: 'success' | 'error' | 'info') => async (title: string, text?: string, error?: unknown) => {
  await feedback()
  const detail = error === undefined ? text : createElement(Fragment, null, text, idOf(error))
  showNotice({ kind, title, detail, seconds: 5 })
}

const idOf = (error: unknown) => createElement(RequestId, { error })

const toast: Toast = {
  success: (...args) => void show('success')(...args),
  failure: (...args) => void show('error')(...args),
  info: (...args) => void show('info')(...args),
}

/** Short notices at the bottom left that leave by themselves after 5 s. */
export const useToast = (): Toast => toast
