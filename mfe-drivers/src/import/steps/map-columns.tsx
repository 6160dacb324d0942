import { importFields } from '@interline/shared/contract'
import { formatCount } from '@interline/shared/i18n'
import { Button } from '@interline/shared/ui'
import { isEnough, mapColumn } from '../file/fields.ts'
import type { Mapping } from '../file/fields.ts'
import type { CsvFile } from '../file/read-file.ts'
import { t } from '../import-messages.ts'
import { StepTitle } from './step-title.tsx'
import * as table from '../../table.module.css'
import * as styles from '../import.module.css'

type MapColumnsProps = {
  file: CsvFile
  mapping: Mapping
  onChange: (mapping: Mapping) => void
  onCheck: () => void
  onOther: () => void
}

export function MapColumns({ file, mapping, onChange, onCheck, onOther }: MapColumnsProps) {
  const { name, headings, records } = file
  const nameOf = (at: number) => headings[at] || t('map.unnamed', { number: at + 1 })
  return (
    <>
      <StepTitle title={t('map.title')}>
        <p>{t('map.text', { file: name, count: records.length, rows: formatCount(records.length) })}</p>
      </StepTitle>
      <table className={`${table.table} ${table.stacked} ${styles.columns}`}>
        <thead>
          <tr>
            <th scope="col">{t('map.column')}</th>
            <th scope="col">{t('map.example')}</th>
            <th scope="col">{t('map.field')}</th>
          </tr>
        </thead>
        <tbody>
          {mapping.map((field, at) => (
            <tr key={at}>
              <th scope="row">{nameOf(at)}</th>
              <td>{records.find(({ cells }) => cells[at])?.cells[at]?.slice(0, 80)}</td>
              <td>
                <select
                  className="il-input"
                  aria-label={t('map.fieldOf', { column: nameOf(at) })}
                  value={field ?? ''}
                  onChange={({ target }) =>
                    onChange(mapColumn(mapping, at, importFields.find((one) => one === target.value) ?? null))
                  }
                >
                  <option value="">{t('map.none')}</option>
                  {importFields.map((one) => (
                    <option key={one} value={one}>
                      {t(`fields.${one}`)}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="il-hint">{t('map.compared')}</p>
      {!isEnough(mapping) && (
        <p className="il-wrong" role="alert">
          {t('map.missing')}
        </p>
      )}
      <div className={styles.acts}>
        <Button onClick={onOther}>{t('map.other')}</Button>
        <Button type="primary" disabled={!isEnough(mapping)} onClick={onCheck}>
          {t('map.check')}
        </Button>
      </div>
    </>
  )
}
