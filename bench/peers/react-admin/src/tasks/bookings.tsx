import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import {
  BulkUpdateButton,
  DataTable,
  DateField,
  Edit,
  FilterList,
  FilterListItem,
  FilterLiveSearch,
  List,
  SelectInput,
  SimpleForm,
  TextInput,
} from 'react-admin'
import { statuses, type Booking } from '../../../tasks-api.ts'
import { thisWeek, lastWeek } from './weeks.ts'

const Filters = () => (
  <Card sx={{ order: -1, mr: 2, mt: 8, width: 220 }}>
    <CardContent>
      <FilterLiveSearch />
      <FilterList label="Status" icon={null}>
        {statuses.map((status) => (
          <FilterListItem key={status} label={status} value={{ status }} />
        ))}
      </FilterList>
      <FilterList label="Created" icon={null}>
        <FilterListItem label="This week" value={{ created: thisWeek() }} />
        <FilterListItem label="Last week" value={{ created: lastWeek() }} />
      </FilterList>
    </CardContent>
  </Card>
)

const SetStatus = () => statuses.map((status) => <BulkUpdateButton key={status} label={status} data={{ status }} />)

export const BookingList = () => (
  <List aside={<Filters />} perPage={50} sort={{ field: 'createdAt', order: 'DESC' }}>
    <DataTable<Booking & { id: string }> bulkActionButtons={<SetStatus />}>
      <DataTable.Col source="user.full_name" label="User" />
      <DataTable.Col source="ride.source.address" label="Source" />
      <DataTable.Col source="ride.destination.address" label="Destination" />
      <DataTable.Col source="driver.full_name" label="Driver" />
      <DataTable.Col source="createdAt" label="Date" field={DateField} />
      <DataTable.Col source="status" />
    </DataTable>
  </List>
)

export const BookingEdit = () => (
  <Edit mutationMode="pessimistic">
    <SimpleForm>
      <TextInput source="user.full_name" label="User" readOnly />
      <SelectInput source="status" choices={statuses.map((id) => ({ id, name: id }))} />
    </SimpleForm>
  </Edit>
)
