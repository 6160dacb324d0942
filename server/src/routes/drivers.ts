import { driver, driverListQuery, listAnswer } from '@interline/shared/contract'
import type { App, Services } from '../http/app-types.ts'
import { streamList } from '../http/stream-list.ts'
import { driverToWire } from '../http/wire.ts'
import { allDrivers, pageOfDrivers } from '../repositories/drivers.ts'
import { boundsOf } from '../repositories/list.ts'

export function registerDrivers(app: App, { db, links }: Services) {
  app.get('/admin/drivers', {
    config: { access: ['admin'] },
    schema: { tags: ['drivers'], querystring: driverListQuery, response: { 200: listAnswer(driver) } },
  }, async (request, reply) => {
    if (Object.keys(request.query).length === 0) return streamList(reply, allDrivers(db), driverToWire(links))
    const { rows, total } = await pageOfDrivers(db, request.query)
    return { success: true as const, data: rows.map(driverToWire(links)), meta: { total, ...boundsOf(request.query) } }
  })
}
