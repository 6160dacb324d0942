import { driverFileFields, rejectReasons, type PersonProfile } from '@interline/shared/contract'
import { chance, name, pick, type Act, type Stage } from './stage.ts'

const day = 86_400_000

/** A PDF with one line. The same line makes the same file. */
const pdfOf = (line: string) => {
  const text = `BT /F1 14 Tf 40 780 Td (${line.replace(/[()\\]/g, '')}) Tj ET`
  return new Blob(
    [
      `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >> endobj
4 0 obj << /Length ${text.length} >> stream
${text}
endstream endobj
trailer << /Root 1 0 R >>
%%EOF`,
    ],
    { type: 'application/pdf' },
  )
}

/** The office files what a driver has sent in: good for a year, for two weeks, or expired, or somebody else's file. */
export const fileDocuments: Act = async ({ administrator, drivers, log }) => {
  const [driver, document] = [pick(drivers), pick(driverFileFields)]
  if (!administrator || !driver || !document) return false
  const owner = chance(0.2) ? pick(drivers) : driver
  const { _id } = driver.profile
  const form = new FormData()
  form.set('_id', _id)
  form.set(document, pdfOf(`${document} of ${name(owner ?? driver)}`), `${document}.pdf`)
  await administrator.postForm('/admin/edit-profile/driver', form)
  const expires_on = new Date(Date.now() + (pick([-5, 14, 365]) ?? 365) * day).toISOString().slice(0, 10)
  await administrator.post('/admin/drivers/expiry', { _id, expires_on: { [document]: expires_on } })
  log(`${administrator.full_name} files the ${document} of ${name(driver)}, good until ${expires_on}.`)
  return true
}

/** A driver who waits is approved, or rejected with a reason, which their app answers. */
export const review: Act = async (stage) => {
  const { administrator, log } = stage
  const [driver, reason] = [await oneWhoWaits(stage), pick(rejectReasons)]
  if (!administrator || !driver || !reason) return false
  const { _id, full_name } = driver
  if (chance(0.5)) {
    await administrator.post('/admin/drivers/queue/approve', { _id })
    log(`${administrator.full_name} approves ${full_name}.`)
    return true
  }
  const note = reason === 'other' ? { note: 'Please call us about your documents.' } : {}
  await administrator.post('/admin/drivers/queue/reject', { _id, reason, ...note })
  log(`${administrator.full_name} rejects ${full_name}: ${reason}.`)
  return true
}

async function oneWhoWaits({ drivers }: Stage) {
  const profiles = await Promise.all(drivers.map((driver) => driver.read<PersonProfile>('/user/profile')))
  return pick(profiles.filter((profile) => profile.role === 'driver' && profile.reverify_status === 'Pending'))
}
