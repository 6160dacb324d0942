import { useMemo } from 'react'
import { idOf } from '../../api/record-fields.ts'
import { t } from '../../i18n/texts.ts'
import { fieldOf } from '../../list/column.ts'
import type { ListFilter } from '../../list/column.ts'
import { idIn, useSearchParams } from '../../router/index.ts'

/**
 * With `id` in the address the list is that one record, with `notification` those of a bulk change; one filter more
 * says so, and leads back to all of them.
 */
export function useRecordFilter<Row>(filters: readonly ListFilter<Row>[]): readonly ListFilter<Row>[] {
  const [params] = useSearchParams()
  const key = params.has('notification') ? 'notification' : 'id'
  const id = idIn(params, key)
  return useMemo(() => {
    if (id === null) return filters
    const [label, only] =
      key === 'id' ? [t('list.record'), t('list.onlyThis')] : [t('list.together'), t('list.onlyThese')]
    const options = [{ value: id, label: only }]
    const matches = (row: Row, value: string) => key === 'id' && idOf(fieldOf(row, '_id')) === value
    return [...filters, { key, label, chip: 'choice', options, matches }]
  }, [key, id, filters])
}
