import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import {
  DataTable,
  DateField,
  Edit,
  FilterList,
  FilterListItem,
  FilterLiveSearch,
  FunctionField,
  List,
  SaveButton,
  SimpleForm,
  TextInput,
  Toolbar,
} from 'react-admin'
import type { Chat } from '../../../tasks-api.ts'

type ChatRecord = Chat & { id: string }

const Filters = () => (
  <Card sx={{ order: -1, mr: 2, mt: 8, width: 220 }}>
    <CardContent>
      <FilterLiveSearch />
      <FilterList label="State" icon={null}>
        <FilterListItem label="Unanswered" value={{ show: 'unanswered' }} />
      </FilterList>
    </CardContent>
  </Card>
)

export const ChatList = () => (
  <List aside={<Filters />} perPage={50} exporter={false}>
    <DataTable<ChatRecord> bulkActionButtons={false}>
      <DataTable.Col source="full_name" />
      <DataTable.Col source="last_message" />
      <DataTable.Col source="last_message_date" field={DateField} />
    </DataTable>
  </List>
)

const Send = () => (
  <Toolbar>
    <SaveButton label="Send" alwaysEnable />
  </Toolbar>
)

export const ChatEdit = () => (
  <Edit mutationMode="pessimistic">
    <SimpleForm toolbar={<Send />}>
      <FunctionField<ChatRecord>
        render={({ messages = [] }) => messages.map(({ _id, message }) => <p key={_id}>{message}</p>)}
      />
      <TextInput source="message" autoFocus />
    </SimpleForm>
  </Edit>
)
