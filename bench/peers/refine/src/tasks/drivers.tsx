import { useState } from 'react'
import { DateField, Edit, EditButton, List, UrlField, useForm, useTable } from '@refinedev/antd'
import { useUpdate, type HttpError } from '@refinedev/core'
import { Button, Form, Input, Modal, Radio, Select, Switch, Table } from 'antd'
import type { Driver } from '../../../drivers-api.ts'
import { reasons } from '../../../tasks-api.ts'

const documentLink = (href: string | null) =>
  href ? (
    <UrlField value={href} target="_blank">
      Open
    </UrlField>
  ) : (
    '-'
  )

export function DriverList() {
  const { tableProps, searchFormProps } = useTable<Driver, HttpError, { q?: string; waiting?: string }>({
    resource: 'drivers',
    pagination: { pageSize: 50 },
    onSearch: ({ q, waiting }) => [
      { field: 'q', operator: 'contains', value: q },
      { field: 'waiting', operator: 'eq', value: waiting },
    ],
  })
  const { mutate } = useUpdate()
  const [rejected, setRejected] = useState<Driver | null>(null)
  const [reason, setReason] = useState('unreadable')
  return (
    <List>
      <Form {...searchFormProps} layout="inline" onValuesChange={() => searchFormProps.form?.submit()}>
        <Form.Item name="q">
          <Input.Search placeholder="Search" />
        </Form.Item>
        <Form.Item name="waiting" initialValue="">
          <Radio.Group
            optionType="button"
            options={[
              { value: '', label: 'All' },
              { value: 'verification', label: 'Waiting' },
            ]}
          />
        </Form.Item>
      </Form>
      <Table {...tableProps} rowKey="_id" size="small">
        <Table.Column<Driver> dataIndex="full_name" title="Driver Name" />
        <Table.Column<Driver>
          dataIndex="createdAt"
          title="Joined On"
          render={(value: string) => <DateField value={value} format="MM/DD/YYYY" />}
        />
        <Table.Column<Driver> dataIndex="car_name" title="Car" />
        <Table.Column<Driver> dataIndex="driving_licence_number" title="Licence number" />
        <Table.Column<Driver> dataIndex="driving_licence" title="Driving licence" render={documentLink} />
        <Table.Column<Driver> dataIndex="car_document" title="Car document" render={documentLink} />
        <Table.Column<Driver> dataIndex="car_insurance" title="Insurance" render={documentLink} />
        <Table.Column<Driver>
          dataIndex="is_driver_profile_approved"
          title="Verify"
          render={(isVerified: boolean, { _id, full_name }) => (
            <Switch
              checked={isVerified}
              aria-label={`Verify ${full_name}`}
              onChange={(checked) =>
                mutate({ resource: 'drivers', id: _id, values: { is_driver_profile_approved: checked } })
              }
            />
          )}
        />
        <Table.Column<Driver>
          title="Reject"
          render={(_, driver) => <Button onClick={() => setRejected(driver)}>Reject</Button>}
        />
        <Table.Column<Driver> title="Edit" render={(_, { _id }) => <EditButton hideText recordItemId={_id} />} />
      </Table>
      <Modal
        open={rejected !== null}
        title={`Reject ${rejected?.full_name}`}
        okText="Reject"
        onCancel={() => setRejected(null)}
        onOk={() => {
          if (rejected) mutate({ resource: 'drivers', id: rejected._id, values: { reason } })
          setRejected(null)
        }}
      >
        <Select
          aria-label="Reason"
          value={reason}
          onChange={setReason}
          options={reasons.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Modal>
    </List>
  )
}

export function DriverEdit() {
  const { formProps, saveButtonProps } = useForm<Driver>()
  return (
    <Edit saveButtonProps={saveButtonProps}>
      <Form {...formProps} layout="vertical">
        <Form.Item name="full_name" label="Full Name">
          <Input />
        </Form.Item>
        <Form.Item name="email" label="Email">
          <Input />
        </Form.Item>
        <Form.Item name="phone" label="Phone">
          <Input readOnly />
        </Form.Item>
        <Form.Item name="car_name" label="Car">
          <Input />
        </Form.Item>
        <Form.Item name="driving_licence_number" label="Licence number">
          <Input />
        </Form.Item>
        <Form.Item name="stripe_connect_id" label="Stripe Connect ID">
          <Input />
        </Form.Item>
      </Form>
    </Edit>
  )
}
