import Add from '@mui/icons-material/Add'
import Chat from '@mui/icons-material/Chat'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import {
  Button,
  DataTable,
  DateField,
  EditButton,
  List,
  Pagination,
  ShowButton,
  UrlField,
  useRecordContext,
  useUpdate,
} from 'react-admin'
import { Link } from 'react-router-dom'
import type { Driver, DriverChange } from '../../drivers-api.ts'

type DriverRecord = Driver & { id: string }

function useChange() {
  const driver = useRecordContext<DriverRecord>()
  const [update, { isPending }] = useUpdate()
  const change = (data: DriverChange) => void update('drivers', { id: driver?.id, data, previousData: driver })
  return { driver, isPending, change }
}

function VerifySwitch() {
  const { driver, isPending, change } = useChange()
  if (!driver) return null
  const isVerified = driver.is_driver_profile_approved
  return (
    <Switch
      checked={isVerified}
      disabled={isPending}
      slotProps={{ input: { 'aria-label': `Verify ${driver.full_name}` } }}
      onChange={() => change({ is_driver_profile_approved: !isVerified })}
    />
  )
}

function ReverifyButton() {
  const { driver, isPending, change } = useChange()
  if (driver?.reverify_status === 'Pending')
    return (
      <Button
        label="Pending"
        color="warning"
        disabled={isPending}
        onClick={() => change({ reverify_status: 'Approved' })}
      />
    )
  return driver?.reverify_status === 'Approved' ? <Button label="Verified" disabled /> : '-'
}

function Connect() {
  const driver = useRecordContext<DriverRecord>()
  return driver?.stripe_connect_id ? driver.stripe_connect_id : <EditButton label="Add" icon={<Add />} />
}

function ChatButton() {
  const driver = useRecordContext<DriverRecord>()
  return (
    <IconButton
      component={Link}
      to={`/user-chat/${driver?.id}`}
      size="small"
      aria-label={`Chat with ${driver?.full_name}`}
    >
      <Chat fontSize="small" />
    </IconButton>
  )
}

export const DriverList = () => (
  <List
    title="Drivers List"
    perPage={20}
    sort={{ field: 'createdAt', order: 'DESC' }}
    exporter={false}
    pagination={<Pagination rowsPerPageOptions={[10, 20, 50]} />}
  >
    <DataTable<DriverRecord> bulkActionButtons={false} rowClick={false}>
      <DataTable.Col source="full_name" label="Driver Name" />
      <DataTable.Col source="createdAt" label="Joined On" field={DateField} />
      <DataTable.Col label="Details">
        <ShowButton label="" />
      </DataTable.Col>
      <DataTable.Col label="Driving licence">
        <UrlField source="driving_licence" content="Open" />
      </DataTable.Col>
      <DataTable.Col label="Car document">
        <UrlField source="car_document" content="Open" />
      </DataTable.Col>
      <DataTable.Col label="Insurance">
        <UrlField source="car_insurance" content="Open" />
      </DataTable.Col>
      <DataTable.Col source="is_driver_profile_approved" label="Verify" field={VerifySwitch} />
      <DataTable.Col source="reverify_status" label="Re-Verify" field={ReverifyButton} />
      <DataTable.Col source="stripe_connect_id" label="Connect" field={Connect} />
      <DataTable.Col label="Chat">
        <ChatButton />
      </DataTable.Col>
      <DataTable.Col label="Edit">
        <EditButton label="" />
      </DataTable.Col>
    </DataTable>
  </List>
)
