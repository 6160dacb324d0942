import { randomUUID } from 'node:crypto'
import type { FailureLog } from '../release/store/failures.ts'
import type { FailureReport } from '../schema/index.ts'

/** As many page loads reported this failure. */
export function failInPages(failures: FailureLog, report: FailureReport, times = 1, at = new Date()) {
  for (let time = 0; time < times; time += 1) failures.add(report, randomUUID(), at)
}

/** Loads a page as a browser does. Returns the token of the load. */
export async function loadPage(origin: string, cookie = ''): Promise<string> {
  const { headers } = await fetch(`${origin}/`, { headers: { accept: 'text/html', cookie } })
  return /^load;desc="(.+)"$/.exec(headers.get('server-timing') ?? '')?.[1] ?? ''
}

export const postReport = (origin: string, report: object | string, headers = {}) =>
  fetch(`${origin}/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof report === 'string' ? report : JSON.stringify(report),
  })

/** Loads a page, and reports a failure from it. */
export const failInPage = async (origin: string, report: FailureReport, cookie = '') =>
  postReport(origin, { ...report, load: await loadPage(origin, cookie) })
