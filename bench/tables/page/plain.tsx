/* eslint-disable no-restricted-imports -- what antd's Table alone would do */
import { useEffect, useState } from 'react'
import { Button, Switch, Table } from 'antd'
import type { TableColumnsType } from 'antd'
import dayjs from 'dayjs'

type Driver = {
  _id: string
  full_name: string
  phone: string
  createdAt: string
  driving_licence: string | null
  car_document: string | null
  car_insurance: string | null
  is_driver_profile_approved: boolean
  reverify_status: string
  stripe_connect_id: string | null
}

const link = (href: string | null) =>
  href === null ? (
    'N/A'
  ) : (
    <a href={href} target="_blank" rel="noreferrer">
      Document
    </a>
  )

const columns: TableColumnsType<Driver> = [
  {
    title: 'Driver Name',
    dataIndex: 'full_name',
    sorter: (a, b) => a.full_name.localeCompare(b.full_name),
    fixed: 'start',
    width: 210,
  },
  {
    title: 'Joined On',
    dataIndex: 'createdAt',
    sorter: (a, b) => dayjs(a.createdAt).valueOf() - dayjs(b.createdAt).valueOf(),
    render: (createdAt: string) => dayjs(createdAt).format('MM/DD/YYYY'),
    width: 110,
  },
  { title: 'Details', render: () => <Button type="text">Details</Button>, width: 90 },
  { title: 'Driving licence', dataIndex: 'driving_licence', render: link, width: 110 },
  { title: 'Car document', dataIndex: 'car_document', render: link, width: 110 },
  { title: 'Insurance', dataIndex: 'car_insurance', render: link, width: 110 },
  {
    title: 'Verify',
    dataIndex: 'is_driver_profile_approved',
    render: (on: boolean) => <Switch checked={on} />,
    width: 80,
  },
  {
    title: 'Re-Verify',
    dataIndex: 'reverify_status',
    render: (status: string) => (status === 'Pending' ? <Button size="small">Pending</Button> : status || '-'),
    width: 110,
  },
  {
    title: 'Connect',
    dataIndex: 'stripe_connect_id',
    render: (id: string | null) => id ?? <Button size="small">Add</Button>,
    width: 100,
  },
  { title: 'Chat', render: () => <Button type="text">Chat</Button>, width: 70 },
  { title: 'Edit', render: () => <Button type="text">Edit</Button>, width: 70 },
]

/** The Drivers list as people write it with antd alone. */
export function Plain() {
  const [drivers, setDrivers] = useState<Driver[]>([])
  useEffect(() => {
    void fetch('/api/v1/admin/drivers')
      .then((answer) => answer.json() as Promise<{ data: Driver[] }>)
      .then(({ data }) => setDrivers(data))
  }, [])
  return (
    <Table<Driver>
      rowKey="_id"
      dataSource={drivers}
      columns={columns}
      pagination={{ defaultPageSize: 20 }}
      scroll={{ x: 1100 }}
    />
  )
}
