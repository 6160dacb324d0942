import { MessageOutlined, PlusOutlined } from '@ant-design/icons'
import { DateField, EditButton, List, ShowButton, UrlField, useTable } from '@refinedev/antd'
import { useUpdate } from '@refinedev/core'
import { Button, Switch, Table } from 'antd'
import { Link } from 'react-router'
import type { Driver, DriverChange } from '../../drivers-api.ts'

type Change = (id: string, values: DriverChange) => void

const documentLink = (href: string | null) => (href ? <UrlField value={href}>Open</UrlField> : '-')

function reverifyButton({ _id, reverify_status }: Driver, change: Change) {
  if (reverify_status === 'Pending')
    return (
      <Button size="small" onClick={() => change(_id, { reverify_status: 'Approved' })}>
        Pending
      </Button>
    )
  return reverify_status === 'Approved' ? (
    <Button size="small" disabled>
      Verified
    </Button>
  ) : (
    '-'
  )
}

export function DriverList() {
  const { tableProps } = useTable<Driver>({
    resource: 'drivers',
    pagination: { pageSize: 20 },
    sorters: { initial: [{ field: 'createdAt', order: 'desc' }] },
  })
  const { mutate } = useUpdate()
  const change: Change = (id, values) => mutate({ resource: 'drivers', id, values })
  return (
    <List title="Drivers List" canCreate={false}>
      <Table {...tableProps} rowKey="_id" size="small">
        <Table.Column<Driver> dataIndex="full_name" title="Driver Name" sorter />
        <Table.Column<Driver>
          dataIndex="createdAt"
          title="Joined On"
          sorter
          defaultSortOrder="descend"
          render={(value: string) => <DateField value={value} format="MM/DD/YYYY" />}
        />
        <Table.Column<Driver>
          title="Details"
          render={(_, { _id }) => <ShowButton hideText size="small" recordItemId={_id} />}
        />
        <Table.Column<Driver> dataIndex="driving_licence" title="Driving licence" render={documentLink} />
        <Table.Column<Driver> dataIndex="car_document" title="Car document" render={documentLink} />
        <Table.Column<Driver> dataIndex="car_insurance" title="Insurance" render={documentLink} />
        <Table.Column<Driver>
          dataIndex="is_driver_profile_approved"
          title="Verify"
          sorter
          render={(isVerified: boolean, { _id, full_name }) => (
            <Switch
              checked={isVerified}
              aria-label={`Verify ${full_name}`}
              onChange={(checked) => change(_id, { is_driver_profile_approved: checked })}
            />
          )}
        />
        <Table.Column<Driver>
          dataIndex="reverify_status"
          title="Re-Verify"
          sorter
          render={(_, driver) => reverifyButton(driver, change)}
        />
        <Table.Column<Driver>
          dataIndex="stripe_connect_id"
          title="Connect"
          sorter
          render={(connected: string | null, { _id }) =>
            connected ?? (
              <EditButton size="small" icon={<PlusOutlined />} recordItemId={_id}>
                Add
              </EditButton>
            )
          }
        />
        <Table.Column<Driver>
          title="Chat"
          render={(_, { _id, full_name }) => (
            <Link to={`/user-chat/${_id}`} aria-label={`Chat with ${full_name}`}>
              <MessageOutlined />
            </Link>
          )}
        />
        <Table.Column<Driver>
          title="Edit"
          render={(_, { _id }) => <EditButton hideText size="small" recordItemId={_id} />}
        />
      </Table>
    </List>
  )
}
