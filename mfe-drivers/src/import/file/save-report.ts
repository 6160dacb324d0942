import Papa from 'papaparse'

/** Saves a CSV file, whose cells a spreadsheet does not run as formulas. */
export function saveReport(name: string, headings: string[], rows: string[][]): void {
  const text = Papa.unparse({ fields: headings, data: rows }, { escapeFormulae: true })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
