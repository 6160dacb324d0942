import { useLayoutEffect, useState } from 'react'
import { Modal as AntModal } from 'antd'
import type { ModalProps } from 'antd'
import { useSession } from '../session/session.ts'

/**
 * antd's modal. A hidden one, of an ended session or of a screen that was left, would start its animation again without
 * its content, and fail to set the focus, which throws. So it has no animation from then on.
 */
export function Modal(props: ModalProps) {
  const isOver = useSession(({ authenticated }) => !authenticated)
  const [wasRetained, setWasRetained] = useState(false)
  if (isOver && !wasRetained) setWasRetained(true)
  // Runs when the screen around it is hidden, too.
  useLayoutEffect(() => () => setWasRetained(true), [])
  return <AntModal {...props} {...(wasRetained && { transitionName: '', maskTransitionName: '' })} />
}
