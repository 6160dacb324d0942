import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { usePreferences } from '@interline/shared/session'
import type { Line } from '../conversation/conversation.ts'
import { dayLabel, MessageRow, MessageText, splitLinks } from './message-row.tsx'
import { LiveRegion } from './message-list.tsx'

const line = (key: string, at: string, more: Partial<Line> = {}): Line => ({
  key,
  sender: 'party',
  text: `text of ${key}`,
  at: Date.parse(at),
  progress: null,
  seen: false,
  seq: null,
  ...more,
})
const row = (one: Line, before?: Line) =>
  render(<MessageRow line={one} before={before} isFirst name="Ada" today="2024-05-02" />).container

beforeEach(() => usePreferences.setState({ timeZone: 'America/Chicago' }))

it('is under its day when it is the first of it, by the clocks of the time zone', () => {
  expect(row(line('a', '2024-05-02T12:00Z')).querySelector('.day')?.textContent).toBe('Today')
  expect(row(line('b', '2024-05-02T04:00Z'), line('a', '2024-05-01T23:00Z')).querySelector('.day')).toBeNull()
  expect(row(line('b', '2024-05-02T05:00Z'), line('a', '2024-05-02T04:59Z')).querySelector('.day')?.textContent).toBe(
    'Today',
  )
  expect(row(line('b', 'never'), line('a', '2024-05-02T04:59Z')).querySelector('.day')).toBeNull()
})

it.each([
  ['soon after the same sender', {}, '2024-05-02T12:04:59Z', 'true'],
  ['later', {}, '2024-05-02T12:05Z', 'false'],
  ['after another sender', { sender: 'me' } as const, '2024-05-02T12:01Z', 'false'],
])('keeps close to the one before %s', (_, more, at, follows) => {
  const bubble = row(line('b', at, more), line('a', '2024-05-02T12:00Z')).querySelector('.message')
  expect(bubble?.getAttribute('data-follows')).toBe(follows)
})

it('§2 has a colleague who is named on the right, with the name once, and one who is not on the left', () => {
  const theo = { sender: 'colleague', senderName: 'Theo' } as const
  const first = line('a', '2024-05-02T12:00Z', theo)
  const shownIn = (container: HTMLElement) => {
    const bubble = container.querySelector('.message')
    return [bubble?.getAttribute('data-side'), bubble?.querySelector('.sender')?.textContent]
  }
  expect(shownIn(row(first))).toEqual(['right', 'Theo'])
  expect(shownIn(row(line('b', '2024-05-02T12:01Z', theo), first))).toEqual(['right', undefined])
  expect(shownIn(row(line('b', '2024-05-02T12:01Z', { ...theo, senderName: 'Ines' }), first))).toEqual([
    'right',
    'Ines',
  ])
  expect(shownIn(row(line('c', '2024-05-02T12:01Z', { sender: 'colleague', senderName: null })))).toEqual([
    'left',
    'Colleague',
  ])
})

it('announces what others write from now on, and nothing that was there', () => {
  const first = line('a', '2024-05-02T12:00Z')
  const announced = () => document.querySelector('[aria-live]')?.textContent
  const { rerender } = render(<LiveRegion lines={[first]} name="Ada" />)
  expect(announced()).toBe('')
  rerender(<LiveRegion lines={[first, line('b', '2024-05-02T12:01Z')]} name="Ada" />)
  expect(screen.getByText('Ada: text of b')).toBeTruthy()
  rerender(<LiveRegion lines={[first, line('c', '2024-05-02T12:02Z', { sender: 'me' })]} name="Ada" />)
  expect(announced()).toBe('')
})

it.each([
  ['see https://a.test/x?y=1.', ['see ', 'https://a.test/x?y=1', '.'], ['https://a.test/x?y=1']],
  ['(http://a.test)', ['(', 'http://a.test', ')'], ['http://a.test/']],
  ['javascript:alert(1)', ['javascript:alert(1)'], []],
  ['data:text/html,x and ftp://a.test', ['data:text/html,x and ftp://a.test'], []],
  ['http:// nothing', ['http:// nothing'], []],
  ['https://user:pw@a.test', ['https://user:pw@a.test'], []],
  ['', [], []],
])('links only http(s) in %j', (message, pieces, links) => {
  const split = splitLinks(message)
  expect(split.map(({ text }) => text)).toEqual(pieces)
  expect(split.flatMap(({ href }) => (href === null ? [] : [href]))).toEqual(links)
})

it('shows markup as the text it is', () => {
  const { container } = render(<MessageText text={'<img src=x onerror="alert(1)"> <b>bold</b> https://a.test'} />)
  expect(container.querySelector('img, b')).toBeNull()
  expect(container.textContent).toContain('<img src=x onerror="alert(1)"> <b>bold</b>')
  const link = screen.getByText('https://a.test')
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://a.test/',
    '_blank',
    'noopener noreferrer',
  ])
})

it.each([
  ['2024-03-10', 'Today'],
  ['2024-03-09', 'Yesterday'],
  ['2024-03-08', 'Friday, 8 March 2024'],
  ['2024-03-11', 'Monday, 11 March 2024'],
])('names the day %s %s on 2024-03-10', (day, label) => {
  expect(dayLabel(day, '2024-03-10')).toBe(label)
})
