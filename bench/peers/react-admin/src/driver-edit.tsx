import { Edit, SaveButton, SimpleForm, TextInput, Toolbar } from 'react-admin'

const SaveOnly = () => (
  <Toolbar>
    <SaveButton />
  </Toolbar>
)

export const DriverEdit = () => (
  <Edit mutationMode="pessimistic">
    <SimpleForm toolbar={<SaveOnly />}>
      <TextInput source="full_name" label="Full Name" readOnly />
      <TextInput source="stripe_connect_id" label="Stripe Connect ID" />
    </SimpleForm>
  </Edit>
)
