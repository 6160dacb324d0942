import { DateField, Edit, EditButton, List, useForm, useTable } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import { Form, Input, Radio, Table } from 'antd'
import type { Chat } from '../../../tasks-api.ts'

export function ChatList() {
  // Unanswered ones first of all: after an answer the list is a new one.
  const { tableProps, searchFormProps } = useTable<Chat, HttpError, { show?: string }>({
    resource: 'chats',
    pagination: { pageSize: 50 },
    filters: { initial: [{ field: 'show', operator: 'eq', value: 'unanswered' }] },
    onSearch: ({ show }) => [{ field: 'show', operator: 'eq', value: show }],
  })
  return (
    <List>
      <Form {...searchFormProps} layout="inline" onValuesChange={() => searchFormProps.form?.submit()}>
        <Form.Item name="show" initialValue="unanswered">
          <Radio.Group
            optionType="button"
            options={[
              { value: '', label: 'All' },
              { value: 'unanswered', label: 'Unanswered' },
            ]}
          />
        </Form.Item>
      </Form>
      <Table {...tableProps} rowKey="_id" size="small">
        <Table.Column<Chat> dataIndex="full_name" title="Name" />
        <Table.Column<Chat> dataIndex="last_message" title="Last message" />
        <Table.Column<Chat>
          dataIndex="last_message_date"
          title="Date"
          render={(value: string) => <DateField value={value} format="MM/DD/YYYY" />}
        />
        <Table.Column<Chat> title="Answer" render={(_, { _id }) => <EditButton hideText recordItemId={_id} />} />
      </Table>
    </List>
  )
}

export function ChatEdit() {
  const { formProps, saveButtonProps, query } = useForm<Chat>()
  return (
    <Edit saveButtonProps={{ ...saveButtonProps, children: 'Send' }}>
      {query?.data?.data.messages?.map(({ _id, message }) => (
        <p key={_id}>{message}</p>
      ))}
      <Form {...formProps} layout="vertical">
        <Form.Item name="message" label="Message">
          <Input autoFocus />
        </Form.Item>
      </Form>
    </Edit>
  )
}
