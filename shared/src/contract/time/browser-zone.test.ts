import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => void vi.restoreAllMocks())

/** The module in a browser whose clock says that it is set to this zone. */
async function daysIn(timeZone: string | undefined) {
  vi.resetModules()
  const options = Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone } as typeof options)
  return import('./days.ts')
}

it.each(['Etc/Unknown', '+05:30', '-08:00', '', undefined])('counts in UTC where the clock says %s', async (zone) => {
  const { browserZone, isBrowserZoneKnown, wallClock } = await daysIn(zone)
  expect([browserZone(), isBrowserZoneKnown()]).toEqual(['UTC', false])
  expect(wallClock('2024-05-01T23:30:00.000Z', browserZone())).toMatchObject({ day: '01', hour: 23, minute: '30' })
})

it('counts in the zone of the clock where that has a name', async () => {
  const { browserZone, isBrowserZoneKnown } = await daysIn('America/Chicago')
  expect([browserZone(), isBrowserZoneKnown()]).toEqual(['America/Chicago', true])
})
