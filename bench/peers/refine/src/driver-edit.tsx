import { Edit, useForm } from '@refinedev/antd'
import { Form, Input } from 'antd'
import type { Driver } from '../../drivers-api.ts'

export function DriverEdit() {
  const { formProps, saveButtonProps } = useForm<Driver>()
  return (
    <Edit saveButtonProps={saveButtonProps}>
      <Form {...formProps} layout="vertical">
        <Form.Item name="full_name" label="Full Name">
          <Input readOnly />
        </Form.Item>
        <Form.Item name="stripe_connect_id" label="Stripe Connect ID">
          <Input />
        </Form.Item>
      </Form>
    </Edit>
  )
}
