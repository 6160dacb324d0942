import { useMemo } from 'react'
import { App } from 'antd'

export type Toast = {
  success: (title: string, detail?: string) => void
  failure: (title: string, detail?: string) => void
  info: (title: string, detail?: string) => void
}

/** Short notices at the top right that leave by themselves after 5 s. */
export function useToast(): Toast {
  const { notification } = App.useApp()
  return useMemo(() => {
    const show = (kind: 'success' | 'error' | 'info') => (title: string, detail?: string) =>
      notification[kind]({ title, description: detail, role: kind === 'error' ? 'alert' : 'status', className: 'il-toast' })
    return { success: show('success'), failure: show('error'), info: show('info') }
  }, [notification])
}
