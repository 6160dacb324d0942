import { useState } from 'react'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import Switch from '@mui/material/Switch'
import {
  Button,
  DataTable,
  DateField,
  Edit,
  EditButton,
  FilterList,
  FilterListItem,
  FilterLiveSearch,
  List,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
  UrlField,
  useRecordContext,
  useUpdate,
} from 'react-admin'
import type { Driver } from '../../../drivers-api.ts'
import { reasons } from '../../../tasks-api.ts'

type DriverRecord = Driver & { id: string }

function VerifySwitch() {
  const driver = useRecordContext<DriverRecord>()
  const [update, { isPending }] = useUpdate()
  if (!driver) return null
  const isVerified = driver.is_driver_profile_approved
  const data = { is_driver_profile_approved: !isVerified }
  return (
    <Switch
      checked={isVerified}
      disabled={isPending}
      slotProps={{ input: { 'aria-label': `Verify ${driver.full_name}` } }}
      onChange={() => void update('drivers', { id: driver.id, data, previousData: driver })}
    />
  )
}

function RejectButton() {
  const driver = useRecordContext<DriverRecord>()
  const [isOpen, setIsOpen] = useState(false)
  const [update] = useUpdate('drivers', {}, { onSuccess: () => setIsOpen(false), mutationMode: 'pessimistic' })
  if (!driver) return null
  return (
    <>
      <Button label="Reject" onClick={() => setIsOpen(true)} />
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} aria-label={`Reject ${driver.full_name}`}>
        <DialogTitle>{`Reject ${driver.full_name}`}</DialogTitle>
        <SimpleForm
          record={{ reason: 'unreadable' }}
          onSubmit={(data: object) => void update('drivers', { id: driver.id, data, previousData: driver })}
          toolbar={
            <Toolbar>
              <SaveButton label="Reject" alwaysEnable />
            </Toolbar>
          }
        >
          <SelectInput source="reason" choices={reasons} />
        </SimpleForm>
      </Dialog>
    </>
  )
}

const Filters = () => (
  <Card sx={{ order: -1, mr: 2, mt: 8, width: 220 }}>
    <CardContent>
      <FilterLiveSearch />
      <FilterList label="State" icon={null}>
        <FilterListItem label="Waiting" value={{ waiting: 'verification' }} />
      </FilterList>
    </CardContent>
  </Card>
)

export const DriverList = () => (
  <List aside={<Filters />} perPage={50} sort={{ field: 'createdAt', order: 'DESC' }}>
    <DataTable<DriverRecord> rowClick={false}>
      <DataTable.Col source="full_name" />
      <DataTable.Col source="createdAt" label="Joined On" field={DateField} />
      <DataTable.Col source="car_name" />
      <DataTable.Col source="driving_licence_number" />
      <DataTable.Col label="Driving licence">
        <UrlField source="driving_licence" content="Open" target="_blank" />
      </DataTable.Col>
      <DataTable.Col label="Car document">
        <UrlField source="car_document" content="Open" target="_blank" />
      </DataTable.Col>
      <DataTable.Col label="Insurance">
        <UrlField source="car_insurance" content="Open" target="_blank" />
      </DataTable.Col>
      <DataTable.Col source="is_driver_profile_approved" label="Verify" field={VerifySwitch} />
      <DataTable.Col label="Reject" field={RejectButton} />
      <DataTable.Col>
        <EditButton />
      </DataTable.Col>
    </DataTable>
  </List>
)

export const DriverEdit = () => (
  <Edit mutationMode="pessimistic">
    <SimpleForm>
      <TextInput source="full_name" />
      <TextInput source="email" />
      <TextInput source="phone" readOnly />
      <TextInput source="car_name" />
      <TextInput source="driving_licence_number" />
      <TextInput source="stripe_connect_id" />
    </SimpleForm>
  </Edit>
)
