import Papa from 'papaparse'
import { saveFile } from '@interline/shared/table'

/** Saves a CSV file, whose cells a spreadsheet does not run as formulas. */
export function saveReport(name: string, headings: string[], rows: string[][]): void {
  const text = Papa.unparse({ fields: headings, data: rows }, { escapeFormulae: true })
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), name)
}
