import { createElement, Fragment } from 'react'
import { RequestId } from '../request-id.tsx'
import { feedback } from './feedback.tsx'
import { showNotice } from './notices.ts'

const show = (kind: 'success' | 'error') => async (title: string, text?: string, error?: unknown) => {
  await feedback()
  const detail = error === undefined ? text : createElement(Fragment, null, text, idOf(error))
  showNotice({ kind, title, detail, seconds: 5 })
}

const idOf = (error: unknown) => createElement(RequestId, { error })

const toast = {
  success: (title: string, detail?: string) => void show('success')(title, detail),
  /** With the error, the request id stands under it. */
  failure: (title: string, detail?: string, error?: unknown) => void show('error')(title, detail, error),
}

/** Short notices at the bottom left that leave by themselves after 5 s. */
export const useToast = () => toast
