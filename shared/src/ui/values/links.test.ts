import { describe, expect, it } from 'vitest'
import { fileNameOf, safeHref } from '../index.ts'

describe('links that came from somebody else', () => {
  it.each([
    ['https://files.test/uploads/a.pdf', 'https://files.test/uploads/a.pdf'],
    ['  http://files.test/a ', 'http://files.test/a'],
    ['javascript:alert(1)', null],
    ['JaVaScRiPt:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['data:text/html,<script>1</script>', null],
    ['vbscript:x', null],
    ['file:///etc/passwd', null],
    ['//evil.test/x', null],
    ['https://user:secret@evil.test/', null],
    ['https://', null],
    ['S1234567', null],
    ['<img src=x onerror=alert(1)>', null],
    [null, null],
    [{ toString: (): string => 'https://files.test' }, null],
  ])('opens http and https only: %s', (value, href) => {
    expect(safeHref(value)).toBe(href)
  })

  it('takes a path into uploads relative to the backend', () => {
    expect(safeHref('uploads/a b.pdf', 'https://api.test')).toBe('https://api.test/uploads/a%20b.pdf')
    expect(safeHref('/uploads/a.pdf', 'https://api.test')).toBe('https://api.test/uploads/a.pdf')
    expect(safeHref('/admin', 'https://api.test')).toBeNull()
  })

  it.each([
    ['https://files.test/uploads/licence%20front.pdf?sig=1', 'licence front.pdf'],
    ['https://files.test/x/uploads/2024/a.png#p', '2024/a.png'],
    ['https://files.test/uploads/0a1b.pdf?filename=licence%20%26%20more%3F.pdf&expires=1', 'licence & more?.pdf'],
    ['https://files.test/uploads/0a1b.pdf?filename=&expires=1', '0a1b.pdf'],
    ['https://files.test/a.pdf?filename=b.pdf', 'a.pdf'],
    ['https://files.test/plain.doc', 'plain.doc'],
    ['https://files.test/uploads/%E0%A4%A.pdf', '%E0%A4%A.pdf'],
    ['', ''],
    [null, ''],
  ])('§3 names the file of a URL by what follows uploads/: %s', (value, name) => {
    expect(fileNameOf(value)).toBe(name)
  })
})
