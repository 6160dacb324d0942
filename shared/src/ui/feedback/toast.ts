import { feedback } from './feedback.tsx'

type Toast = {
  success: (title: string, detail?: string) => void
  failure: (title: string, detail?: string) => void
  info: (title: string, detail?: string) => void
}

const show = (kind: 'success' | 'error' | 'info') => async (title: string, detail?: string) => {
  const { notification } = await feedback()
  notification[kind]({ title, description: detail, role: kind === 'error' ? 'alert' : 'status', className: 'il-toast' })
}

const toast: Toast = {
  success: (...args) => void show('success')(...args),
  failure: (...args) => void show('error')(...args),
  info: (...args) => void show('info')(...args),
}

/** Short notices at the top right that leave by themselves after 5 s. */
export const useToast = (): Toast => toast
