import { useEffect } from 'react'
import { App } from 'antd'

export type Feedback = Pick<ReturnType<typeof App.useApp>, 'modal' | 'notification'>

type FeedbackHolderProps = { give: (feedback: Feedback | null) => void }

const toasts = { placement: 'topRight', top: 76, duration: 5, maxCount: 4 } as const

export function FeedbackHolder({ give }: FeedbackHolderProps) {
  return (
    <App component={false} notification={toasts}>
      <Giver give={give} />
    </App>
  )
}

function Giver({ give }: FeedbackHolderProps) {
  const { modal, notification } = App.useApp()
  useEffect(() => {
    give({ modal, notification })
    return () => give(null)
  }, [give, modal, notification])
  return null
}
