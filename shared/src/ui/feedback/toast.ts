import { createElement, Fragment } from 'react'
import { RequestId } from '../request-id.tsx'
import { feedback } from './feedback.tsx'

type Toast = {
  success: (title: string, detail?: string) => void
  /** With the error, the request id stands under it. */
  failure: (title: string, detail?: string, error?: unknown) => void
  info: (title: string, detail?: string) => void
}

const show = (kind: 'success' | 'error' | 'info') => async (title: string, detail?: string, error?: unknown) => {
  const { notification } = await feedback()
  const description = error === undefined ? detail : createElement(Fragment, null, detail, idOf(error))
  notification[kind]({ title, description, role: kind === 'error' ? 'alert' : 'status', className: 'il-toast' })
}

const idOf = (error: unknown) => createElement(RequestId, { error })

const toast: Toast = {
  success: (...args) => void show('success')(...args),
  failure: (...args) => void show('error')(...args),
  info: (...args) => void show('info')(...args),
}

/** Short notices at the top right that leave by themselves after 5 s. */
export const useToast = (): Toast => toast
