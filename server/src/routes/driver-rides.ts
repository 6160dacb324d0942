import { driverRide, listAnswer, listQuery } from '@interline/shared/contract'
import type { App, Services } from '../http/app-types.ts'
import { streamList } from '../http/stream-list.ts'
import { driverRideToWire } from '../http/wire.ts'
import { allDriverRides, pageOfDriverRides } from '../repositories/driver-rides.ts'
import { boundsOf } from '../repositories/list.ts'

export function registerDriverRides(app: App, { db }: Services) {
  app.get('/admin/driver/rides', {
    config: { access: ['admin'] },
    schema: { tags: ['rides'], querystring: listQuery, response: { 200: listAnswer(driverRide) } },
  }, async (request, reply) => {
    if (Object.keys(request.query).length === 0) return streamList(reply, allDriverRides(db), driverRideToWire)
    const { rows, total } = await pageOfDriverRides(db, request.query)
    return { success: true as const, data: rows.map(driverRideToWire), meta: { total, ...boundsOf(request.query) } }
  })
}
