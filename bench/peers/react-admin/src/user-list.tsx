import Chat from '@mui/icons-material/Chat'
import IconButton from '@mui/material/IconButton'
import { DataTable, DateField, EmailField, List, Pagination, ShowButton, useRecordContext } from 'react-admin'
import { Link } from 'react-router-dom'
import type { User } from '../../drivers-api.ts'

function ChatButton() {
  const user = useRecordContext<User & { id: string }>()
  return (
    <IconButton component={Link} to={`/user-chat/${user?.id}`} size="small" aria-label={`Chat with ${user?.full_name}`}>
      <Chat fontSize="small" />
    </IconButton>
  )
}

export const UserList = () => (
  <List
    title="Users List"
    perPage={20}
    sort={{ field: 'createdAt', order: 'DESC' }}
    exporter={false}
    pagination={<Pagination rowsPerPageOptions={[10, 20, 50]} />}
  >
    <DataTable<User & { id: string }> bulkActionButtons={false} rowClick={false}>
      <DataTable.Col source="full_name" label="User Name" />
      <DataTable.Col source="createdAt" label="Joined On" field={DateField} />
      <DataTable.Col source="phone" label="Contact" />
      <DataTable.Col source="email" label="Email" field={EmailField} />
      <DataTable.Col label="Chat">
        <ChatButton />
      </DataTable.Col>
      <DataTable.Col label="Details">
        <ShowButton label="" />
      </DataTable.Col>
    </DataTable>
  </List>
)
