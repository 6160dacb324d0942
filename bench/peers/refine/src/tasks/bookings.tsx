import { useState } from 'react'
import { DateField, Edit, EditButton, ExportButton, List, useForm, useTable } from '@refinedev/antd'
import { useExport, useUpdateMany, type HttpError } from '@refinedev/core'
import { Button, DatePicker, Form, Input, Radio, Select, Space, Table } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { statuses, type Booking } from '../../../tasks-api.ts'

type Search = { q?: string; status?: string; created?: [Dayjs, Dayjs] | null }

const daysOf = (created: Search['created']) => created?.map((day) => day.format('YYYY-MM-DD')).join('..')

function presets() {
  const sunday = dayjs().startOf('week')
  return [
    { label: 'This week', value: [sunday, sunday.add(6, 'day')] as [Dayjs, Dayjs] },
    { label: 'Last week', value: [sunday.subtract(7, 'day'), sunday.subtract(1, 'day')] as [Dayjs, Dayjs] },
  ]
}

export function BookingList() {
  const { tableProps, searchFormProps, filters } = useTable<Booking, HttpError, Search>({
    resource: 'bookings',
    pagination: { pageSize: 50 },
    onSearch: ({ q, status, created }) => [
      { field: 'q', operator: 'contains', value: q },
      { field: 'status', operator: 'eq', value: status },
      { field: 'created', operator: 'eq', value: daysOf(created) },
    ],
  })
  const [selected, setSelected] = useState<string[]>([])
  const { mutate } = useUpdateMany()
  const { triggerExport, isLoading } = useExport<Booking>({
    resource: 'bookings',
    filters,
    mapData: ({ _id, user, driver, ride, createdAt, status }) => ({
      _id,
      user: user?.full_name,
      driver: driver?.full_name,
      source: ride?.source.address,
      destination: ride?.destination.address,
      createdAt,
      status,
    }),
  })
  const set = (status: string) =>
    mutate({ resource: 'bookings', ids: selected, values: { status } }, { onSuccess: () => setSelected([]) })
  return (
    <List headerButtons={<ExportButton onClick={() => void triggerExport()} loading={isLoading} />}>
      <Form {...searchFormProps} layout="inline" onValuesChange={() => searchFormProps.form?.submit()}>
        <Form.Item name="q">
          <Input.Search placeholder="Search" />
        </Form.Item>
        <Form.Item name="status" initialValue="">
          <Radio.Group
            optionType="button"
            options={[{ value: '', label: 'All' }, ...statuses.map((value) => ({ value, label: value }))]}
          />
        </Form.Item>
        <Form.Item name="created">
          <DatePicker.RangePicker presets={presets()} />
        </Form.Item>
      </Form>
      {selected.length > 0 && (
        <Space>
          {selected.length} selected:
          {statuses.map((status) => (
            <Button key={status} onClick={() => set(status)}>
              {`Set ${status}`}
            </Button>
          ))}
        </Space>
      )}
      <Table
        {...tableProps}
        rowKey="_id"
        size="small"
        rowSelection={{ selectedRowKeys: selected, onChange: (keys) => setSelected(keys.map(String)) }}
      >
        <Table.Column<Booking> dataIndex={['user', 'full_name']} title="User" />
        <Table.Column<Booking> dataIndex={['ride', 'source', 'address']} title="Source" />
        <Table.Column<Booking> dataIndex={['ride', 'destination', 'address']} title="Destination" />
        <Table.Column<Booking> dataIndex={['driver', 'full_name']} title="Driver" />
        <Table.Column<Booking>
          dataIndex="createdAt"
          title="Date"
          render={(value: string) => <DateField value={value} format="MM/DD/YYYY" />}
        />
        <Table.Column<Booking> dataIndex="status" title="Status" />
        <Table.Column<Booking> title="Edit" render={(_, { _id }) => <EditButton hideText recordItemId={_id} />} />
      </Table>
    </List>
  )
}

export function BookingEdit() {
  const { formProps, saveButtonProps } = useForm<Booking>()
  return (
    <Edit saveButtonProps={saveButtonProps}>
      <Form {...formProps} layout="vertical">
        <Form.Item name={['user', 'full_name']} label="User">
          <Input readOnly />
        </Form.Item>
        <Form.Item name="status" label="Status">
          <Select options={statuses.map((value) => ({ value, label: value }))} />
        </Form.Item>
      </Form>
    </Edit>
  )
}
