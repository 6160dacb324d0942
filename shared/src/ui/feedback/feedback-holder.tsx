import { useEffect } from 'react'
import { Modal } from 'antd'
import { Toasts } from './toasts.tsx'

export type Feedback = { modal: ReturnType<typeof Modal.useModal>[0] }

type FeedbackHolderProps = { give: (feedback: Feedback | null) => void }

export function FeedbackHolder({ give }: FeedbackHolderProps) {
  const [modal, modals] = Modal.useModal()
  useEffect(() => {
    give({ modal })
    return () => give(null)
  }, [give, modal])
  return (
    <>
      {modals}
      <Toasts />
    </>
  )
}
