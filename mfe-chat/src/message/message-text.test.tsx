import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { dayLabel } from './message-row.tsx'
import { MessageText, splitLinks } from './message-text.tsx'

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
