import type { FirstLoad, TimedRequest } from '../load/first-load.ts'

export type Drawn = {
  title: string
  load: Omit<FirstLoad, 'page'>
  /** What an address is called: `shell`, `drivers`, `API`. */
  nameOf: (origin: string) => string
  /** Ms at the right edge: pictures with the same can be compared. */
  until: number
}

const width = 1000
const left = 300
const right = 24
const head = 92
const line = 22
const ink = '#14211f'
const faint = '#5b6967'

const kinds = [
  { kind: 'page', colour: '#0b6e63', types: ['Document'] },
  { kind: 'script', colour: '#c77700', types: ['Script'] },
  { kind: 'style', colour: '#7a4fb5', types: ['Stylesheet'] },
  { kind: 'font', colour: '#b0476b', types: ['Font'] },
  { kind: 'data', colour: '#1d6fb8', types: ['XHR', 'Fetch', 'Preflight', 'EventSource', 'WebSocket'] },
  { kind: 'other', colour: '#7d8a88', types: [] },
] as const

const kindOf = ({ kind }: TimedRequest) =>
  kinds.find(({ types }) => (types as readonly string[]).includes(kind)) ?? kinds[5]
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const round = (value: number) => Math.round(value * 10) / 10

const text = (x: number, y: number, content: string, { size = 12, fill = ink, anchor = 'start', weight = 400 } = {}) =>
  `<text x="${round(x)}" y="${round(y)}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" font-weight="${weight}">${escape(content)}</text>`
const box = (x: number, y: number, wide: number, high: number, fill: string, more = '') =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(wide, 1))}" height="${high}" fill="${fill}" ${more}/>`

/** `kit.7737b8dadfbbec4b.js` is `kit.js`; of a call, its path below `/api/v1`. */
export function labelOf({ url, kind }: TimedRequest, nameOf: Drawn['nameOf']): string {
  const { origin, pathname } = new URL(url)
  const file = pathname.split('/').at(-1) ?? ''
  const what =
    kind === 'Document'
      ? 'the page'
      : /\.\w+$/.test(file)
        ? file.replace(/\.[0-9a-f]{16}(?=\.)/, '')
        : pathname.replace(/^\/api\/v1/, '')
  const label = `${nameOf(origin)} · ${kind === 'Preflight' ? `may I ${what}` : what}`
  return label.length > 34 ? `${label.slice(0, 33)}…` : label
}

/**
 * The loading waterfall of a page as one SVG that needs nothing from elsewhere: a bar for each request (pale while it
 * waits, full while it arrives), first paint and table, and what kept the main thread busy.
 */
export function drawWaterfall({ title, load: { requests, painted, table, longTasks }, nameOf, until }: Drawn): string {
  const x = (ms: number) => left + (Math.min(ms, until) / until) * (width - left - right)
  const shown = requests.filter(({ url }) => url.startsWith('http')).sort((a, b) => a.began - b.began)
  const strip = head + shown.length * line + 26
  const height = strip + 74
  const code = shown.filter(({ kind }) => kind === 'Script' || kind === 'Stylesheet')
  const kib = (some: TimedRequest[]) => Math.round(some.reduce((sum, { bytes }) => sum + bytes, 0) / 1024)
  const blocked = Math.round(longTasks.reduce((sum, { lasted }) => sum + Math.max(0, lasted - 50), 0))
  const steps = Array.from({ length: Math.floor(until / 500) + 1 }, (_, at) => at * 500)

  const rows = shown.flatMap((request, at) => {
    const { began, answered, ended, bytes } = request
    const { colour } = kindOf(request)
    const y = head + at * line
    const end = Math.min(Math.max(ended, answered), until)
    return [
      box(16, y + 7, 8, 8, colour, 'rx="2"'),
      text(32, y + 15, labelOf(request, nameOf)),
      text(left - 14, y + 15, bytes >= 1024 ? `${Math.round(bytes / 1024)} KiB` : bytes > 0 ? `${bytes} B` : '', {
        anchor: 'end',
        fill: faint,
        size: 11,
      }),
      box(x(began), y + 5, x(end) - x(began), 12, colour, 'opacity="0.28" rx="2"'),
      box(x(answered), y + 5, x(end) - x(answered), 12, colour, 'rx="2"'),
    ]
  })
  const stripes = shown.flatMap((_, at) => (at % 2 === 0 ? [box(0, head + at * line, width, line, '#f5f7f6')] : []))
  const tasks = longTasks
    .filter(({ began }) => began < until)
    .flatMap(({ began, lasted }) => {
      const end = Math.min(began + lasted, table, until)
      return [
        box(x(began), strip, x(Math.min(began + 50, end)) - x(began), 16, '#d9b3a6'),
        ...(lasted > 50 ? [box(x(began + 50), strip, x(end) - x(began + 50), 16, '#b3402a')] : []),
      ]
    })
  const mark = (ms: number, label: string, colour: string, up: number) => [
    `<line x1="${round(x(ms))}" x2="${round(x(ms))}" y1="${head - up}" y2="${strip + 16}" stroke="${colour}" stroke-width="1.5" stroke-dasharray="${up > 12 ? '0' : '4 3'}"/>`,
    text(x(ms) + (ms > until * 0.7 ? -6 : 6), head - up + 9, `${label} ${Math.round(ms)} ms`, {
      fill: colour,
      weight: 600,
      anchor: ms > until * 0.7 ? 'end' : 'start',
      size: 11,
    }),
  ]
  const legend = kinds
    .slice(0, 5)
    .map(
      ({ kind, colour }, at) =>
        box(16 + at * 74, height - 22, 10, 10, colour, 'rx="2"') +
        text(31 + at * 74, height - 13, kind, { fill: faint, size: 11 }),
    )

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif" role="img" aria-label="${escape(`${title}: table after ${Math.round(table)} ms`)}">`,
    box(0, 0, width, height, '#ffffff'),
    text(16, 30, title, { size: 17, weight: 600 }),
    text(
      16,
      51,
      `${shown.length} requests, ${kib(shown)} KiB, of it ${kib(code)} KiB of code; main thread blocked ${blocked} ms`,
      { fill: faint },
    ),
    ...stripes,
    ...steps.flatMap((ms) => [
      `<line x1="${round(x(ms))}" x2="${round(x(ms))}" y1="${head}" y2="${strip + 22}" stroke="#dfe5e3"/>`,
      text(x(ms), strip + 35, `${ms / 1000} s`, { fill: faint, size: 11, anchor: 'middle' }),
    ]),
    ...rows,
    text(32, strip + 12, 'main thread'),
    ...tasks,
    ...(painted > 0 ? mark(painted, 'first paint', '#0b6e63', 8) : []),
    ...mark(table, 'table', ink, 24),
    ...legend,
    text(width - right, height - 13, 'pale: waiting · full: arriving · red: main thread blocked longer than 50 ms', {
      fill: faint,
      size: 11,
      anchor: 'end',
    }),
    '</svg>',
    '',
  ].join('\n')
}
