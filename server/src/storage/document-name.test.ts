import fc from 'fast-check'
import { expect, it } from 'vitest'
import { documentName } from './document-name.ts'

it.each([
  ['Führerschein.pdf', 'pdf', 'Führerschein.pdf'],
  ['rechnung 2024 (1).PDF', 'pdf', 'rechnung 2024 (1).PDF'],
  ['scan.jpeg', 'jpg', 'scan.jpeg'],
  ['лицензия 👩‍🚒.png', 'png', 'лицензия 👩‍🚒.png'],
  ['invoice\u202Efdp.exe', 'pdf', 'invoicefdp.exe.pdf'],
  ['a\u2066b\u2069\u200F.pdf', 'pdf', 'ab.pdf'],
  ['a\r\nset-cookie: b=c.pdf', 'pdf', 'a set-cookie_ b=c.pdf'],
  ['a.pdf\0.exe', 'pdf', 'a.pdf .exe.pdf'],
  ['../../etc/passwd', 'doc', 'passwd.doc'],
  ['C:\\temp\\licence.docx', 'docx', 'licence.docx'],
  ['a"b<c>.pdf', 'pdf', 'a_b_c_.pdf'],
  ['.pdf', 'pdf', 'pdf.pdf'],
  ['', 'png', 'document.png'],
  [undefined, 'png', 'document.png'],
  ['\u200C\u3164\u2800.png', 'png', 'document.png'],
  ['..', 'png', 'document.png'],
  ['half \uD800.png', 'png', 'half \uFFFD.png'],
  [`${'x'.repeat(300)}.pdf`, 'pdf', `${'x'.repeat(150)}.pdf`],
] as const)('keeps of %j (%s) what is safe to show: %j', (given, type, kept) => {
  expect(documentName(given, type)).toBe(kept)
})

it('is one short line with the ending of the type, whatever comes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = documentName(given, 'pdf')
      expect(name).toMatch(/^[^/\\<>:"|?*\p{Cc}\u202A-\u202E\u2066-\u2069]{1,304}\.pdf$/iu)
      expect(name.length).toBeLessThanOrEqual(400)
      expect(documentName(name, 'pdf')).toBe(name)
    }),
  )
})
