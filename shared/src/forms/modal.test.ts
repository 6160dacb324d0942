import { Modal as AntModal } from 'antd'
import { expect, it } from 'vitest'
import { Modal } from './index.ts'

it('has what remotes may use of antd’s', () => {
  expect([Modal.useModal, Modal.confirm]).toEqual([AntModal.useModal, AntModal.confirm])
})
