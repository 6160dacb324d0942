import { Show } from '@refinedev/antd'
import { useShow } from '@refinedev/core'
import { Descriptions } from 'antd'
import type { Driver } from '../../drivers-api.ts'

export function DriverShow() {
  const { query, result } = useShow<Driver>()
  const items = [
    { label: 'Name', children: result?.full_name },
    { label: 'Email', children: result?.email ?? 'N/A' },
    { label: 'Phone', children: result?.phone ?? 'N/A' },
    { label: 'Car Name', children: result?.car_name ?? 'N/A' },
    { label: 'Driving Licence Number', children: result?.driving_licence_number ?? 'N/A' },
    { label: 'Address', children: result?.address ?? 'N/A' },
  ]
  return (
    <Show isLoading={query.isLoading}>
      <Descriptions column={1} items={items} />
    </Show>
  )
}
