import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import { DataTable, DateField, FilterLiveSearch, List } from 'react-admin'
import { Link } from 'react-router-dom'
import { changeText, type Entry } from '../../../tasks-api.ts'

const Filters = () => (
  <Card sx={{ order: -1, mr: 2, mt: 8, width: 220 }}>
    <CardContent>
      <FilterLiveSearch />
    </CardContent>
  </Card>
)

export const AuditList = () => (
  <List aside={<Filters />} perPage={50} sort={{ field: 'createdAt', order: 'DESC' }}>
    <DataTable<Entry & { id: string }> bulkActionButtons={false} rowClick={false}>
      <DataTable.Col source="createdAt" label="When">
        <DateField source="createdAt" showTime />
      </DataTable.Col>
      <DataTable.Col source="actor.full_name" label="Who" />
      <DataTable.Col source="act" />
      <DataTable.Col
        label="Subject"
        render={({ resource, target }) =>
          resource === 'driver' && target ? <Link to={`/drivers/${target._id}`}>{target.name}</Link> : target?.name
        }
      />
      <DataTable.Col label="Change" render={changeText} />
    </DataTable>
  </List>
)
