import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { queryClient } from '@interline/shared/api'
import type { ImportedRow, ImportRow } from '@interline/shared/contract'
import { isolateTests, mockServer, openRoutes } from '@interline/shared/testing'
import './file/file-in-jsdom.ts'
import { ImportPage } from './import-page.tsx'

isolateTests()

const base = `${window.location.origin}/api/v1/admin/drivers/import`
const blank = { driver: null, changes: [], problems: [], same: [], brings: [] }

/** By the number of the row: every tenth is refused, the others are added; each brings its email. */
function planOf({ line, cells }: ImportRow): ImportedRow {
  const email = cells.email ?? ''
  if (line % 10 === 0)
    return { ...blank, line, outcome: 'refused', problems: [{ field: 'email', message: 'is missing' }] }
  return { ...blank, line, outcome: 'create', brings: [{ field: 'email', value: email }] }
}

type Body = { import_id?: string; rows: ImportRow[] }

/** Answers both calls; `answer` may take the place of the answer to an import. */
function serve(answer: (call: number) => Response | null = () => null) {
  const calls = { check: [] as Body[], import: [] as Body[] }
  mockServer.use(
    http.post(`${base}/check`, async ({ request }) => {
      const body = (await request.json()) as Body
      calls.check.push(body)
      return HttpResponse.json({ success: true, data: body.rows.map(planOf) })
    }),
    http.post(base, async ({ request }) => {
      const body = (await request.json()) as Body
      calls.import.push(body)
      return answer(calls.import.length) ?? HttpResponse.json({ success: true, data: body.rows.map(planOf) })
    }),
  )
  return calls
}

async function openWith(rows: number, text?: string) {
  queryClient.clear()
  openRoutes([{ path: '*', Component: ImportPage }], '/drivers/import')
  const content = text ?? ['Name,Mail', ...Array.from({ length: rows }, (_, at) => `N${at},n${at}@x.test`)].join('\n')
  await userEvent.upload(screen.getByLabelText('CSV file'), new File([content], 'new.csv', { type: 'text/csv' }))
  await screen.findByRole('heading', { name: 'Match the columns' })
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const heading = (name: string) => screen.findByRole('heading', { name })

it('checks in calls of a hundred rows, imports in calls of fifty, and says what came of it', async () => {
  const calls = serve()
  await openWith(120)
  await press('Check')
  const checked = await heading('What the import would do')
  await waitFor(() => expect(document.activeElement).toBe(checked))
  expect(calls.check.map(({ rows }) => rows.length)).toEqual([100, 20])
  expect(screen.getByRole('button', { name: 'Refused 12' })).toBeTruthy()
  await press('Refused 12')
  expect(within(screen.getByRole('table')).getAllByText('Email is missing')).toHaveLength(12)
  await press('Import 108 rows')
  await heading('What the import did')
  expect(calls.import.map(({ rows }) => rows.length)).toEqual([50, 50, 8])
  expect(new Set(calls.import.map(({ import_id }) => import_id)).size).toBe(1)
  expect(screen.getByRole('button', { name: 'Added 108' })).toBeTruthy()
  expect(screen.getByText('Every row has been gone through.')).toBeTruthy()
})

it('finds an address that another hundred of the file has brought', async () => {
  serve()
  const lines = Array.from({ length: 110 }, (_, at) => `N${at},n${at === 105 ? 3 : at}@x.test`)
  await openWith(0, ['Name,Mail', ...lines].join('\n'))
  await press('Check')
  await heading('What the import would do')
  await press('Duplicate 1')
  expect(screen.getByText('Email is that of row 5 of this file')).toBeTruthy()
})

it('goes on where it was interrupted, with the same rows', async () => {
  const calls = serve((call) => (call === 2 ? HttpResponse.json({ title: 'Too busy' }, { status: 503 }) : null))
  await openWith(120)
  await press('Check')
  await heading('What the import would do')
  await press('Import 108 rows')
  await heading('What the import did')
  expect(screen.getByText('58 rows were not imported.')).toBeTruthy()
  expect(screen.getByText('The import was interrupted')).toBeTruthy()
  await press('Try again with 58 rows')
  await screen.findByText('Every row has been gone through.')
  expect(calls.import[2]).toEqual(calls.import[1])
  expect(screen.getByRole('button', { name: 'Added 108' })).toBeTruthy()
})

it('stops after the call that is under way', async () => {
  let goOn = () => {}
  const waiting = new Promise<void>((resolve) => (goOn = resolve))
  const calls = serve()
  mockServer.use(
    http.post(base, async ({ request }) => {
      const body = (await request.json()) as Body
      calls.import.push(body)
      await waiting
      return HttpResponse.json({ success: true, data: body.rows.map(planOf) })
    }),
  )
  await openWith(120)
  await press('Check')
  await heading('What the import would do')
  await press('Import 108 rows')
  await heading('Importing the rows')
  await waitFor(() => expect(calls.import).toHaveLength(1))
  await press('Stop')
  goOn()
  await heading('What the import did')
  expect(calls.import).toHaveLength(1)
  expect(screen.getByText('Stopped: 58 rows were not imported.')).toBeTruthy()
})

it('checks again what somebody else changed meanwhile, and nothing else', async () => {
  const problems = [{ field: 'revision', message: 'was changed by Jo in the meantime: check this row again' }]
  const row: ImportedRow = { ...blank, line: 3, outcome: 'refused', problems }
  const calls = serve(() => HttpResponse.json({ success: true, data: [planOf({ line: 2, cells: {} }), row] }))
  await openWith(2)
  await press('Check')
  await heading('What the import would do')
  await press('Import 2 rows')
  await heading('What the import did')
  const failOnce = () =>
    mockServer.use(
      http.post(`${base}/check`, () => HttpResponse.json({ title: 'Busy' }, { status: 400 }), { once: true }),
    )
  failOnce()
  await press('Check 1 changed row again')
  await screen.findByRole('alert')
  await press('Back to the report')
  await heading('What the import did')
  failOnce()
  await press('Check 1 changed row again')
  await screen.findByRole('alert')
  await press('Try again')
  await heading('What the import would do')
  expect(calls.check[1]?.rows.map(({ line }) => line)).toEqual([3])
})
