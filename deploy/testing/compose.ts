import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const texts = z.record(z.string(), z.string())
const service = z.object({
  image: z.string(),
  environment: texts.default({}),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  build: z.object({ dockerfile: z.string(), target: z.string() }).optional(),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.unknown().optional(),
})

/** The services and volumes of compose.yaml. */
export const { services, volumes } = z
  .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.unknown()) })
  .parse(parse(readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8'), { merge: true }))
