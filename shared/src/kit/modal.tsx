import { useState } from 'react'
import { Modal as AntModal } from 'antd'
import type { ModalProps } from 'antd'
import { useSession } from '../session.ts'

function KeptModal(props: ModalProps) {
  const isOver = useSession(({ authenticated }) => !authenticated)
  const [wasKept, setWasKept] = useState(false)
  if (isOver && !wasKept) setWasKept(true)
  return <AntModal {...props} {...(wasKept && { transitionName: '', maskTransitionName: '' })} />
}

/**
 * antd's. Drawn anew while an ended session keeps it out of sight, its motion would begin again without what is in it and give the focus to
 * nothing, which throws: from then on it has none.
 */
export const Modal = Object.assign(KeptModal, AntModal)
