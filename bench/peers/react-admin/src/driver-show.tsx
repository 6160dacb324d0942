import { Show, SimpleShowLayout, TextField } from 'react-admin'

export const DriverShow = () => (
  <Show>
    <SimpleShowLayout>
      <TextField source="full_name" label="Name" />
      <TextField source="email" emptyText="N/A" />
      <TextField source="phone" emptyText="N/A" />
      <TextField source="car_name" emptyText="N/A" />
      <TextField source="driving_licence_number" emptyText="N/A" />
      <TextField source="address" emptyText="N/A" />
    </SimpleShowLayout>
  </Show>
)
