import { DateField, List, useTable } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import { Form, Input, Table } from 'antd'
import { Link } from 'react-router'
import { changeText, type Entry } from '../../../tasks-api.ts'

export function AuditList() {
  const { tableProps, searchFormProps } = useTable<Entry, HttpError, { q?: string }>({
    resource: 'audit',
    pagination: { pageSize: 50 },
    onSearch: ({ q }) => [{ field: 'q', operator: 'contains', value: q }],
  })
  return (
    <List>
      <Form {...searchFormProps} layout="inline" onValuesChange={() => searchFormProps.form?.submit()}>
        <Form.Item name="q">
          <Input.Search placeholder="Search" />
        </Form.Item>
      </Form>
      <Table {...tableProps} rowKey="_id" size="small">
        <Table.Column<Entry>
          dataIndex="createdAt"
          title="When"
          render={(value: string) => <DateField value={value} format="MM/DD/YYYY HH:mm" />}
        />
        <Table.Column<Entry> dataIndex={['actor', 'full_name']} title="Who" />
        <Table.Column<Entry> dataIndex="act" title="Act" />
        <Table.Column<Entry>
          title="Subject"
          render={(_, { resource, target }) =>
            resource === 'driver' && target ? (
              <Link to={`/drivers/edit/${target._id}`}>{target.name}</Link>
            ) : (
              target?.name
            )
          }
        />
        <Table.Column<Entry> title="Change" render={(_, entry) => changeText(entry)} />
      </Table>
    </List>
  )
}
