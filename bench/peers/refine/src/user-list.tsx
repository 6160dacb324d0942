import { MessageOutlined } from '@ant-design/icons'
import { DateField, EmailField, List, ShowButton, useTable } from '@refinedev/antd'
import { Table } from 'antd'
import { Link } from 'react-router'
import type { User } from '../../drivers-api.ts'

export function UserList() {
  const { tableProps } = useTable<User>({
    resource: 'users',
    pagination: { pageSize: 20 },
    sorters: { initial: [{ field: 'createdAt', order: 'desc' }] },
  })
  return (
    <List title="Users List" canCreate={false}>
      <Table {...tableProps} rowKey="_id" size="small">
        <Table.Column<User> dataIndex="full_name" title="User Name" sorter />
        <Table.Column<User>
          dataIndex="createdAt"
          title="Joined On"
          sorter
          defaultSortOrder="descend"
          render={(value: string) => <DateField value={value} format="MM/DD/YYYY" />}
        />
        <Table.Column<User> dataIndex="phone" title="Contact" sorter />
        <Table.Column<User>
          dataIndex="email"
          title="Email"
          sorter
          render={(value: string | null) => (value ? <EmailField value={value} /> : '-')}
        />
        <Table.Column<User>
          title="Chat"
          render={(_, { _id, full_name }) => (
            <Link to={`/user-chat/${_id}`} aria-label={`Chat with ${full_name}`}>
              <MessageOutlined />
            </Link>
          )}
        />
        <Table.Column<User>
          title="Details"
          render={(_, { _id }) => <ShowButton hideText size="small" recordItemId={_id} />}
        />
      </Table>
    </List>
  )
}
