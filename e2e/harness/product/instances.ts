import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runFolder } from './run-folder.ts'

export type BackendKind = 'product' | 'bare'

/** The two products that all specs share: one with its own API, one before the bare backend. */
export type Instances = Record<BackendKind, { url: string; apiUrl: string; port: number; dataDir: string }>

const file = () => join(runFolder(), 'instances.json')

export const writeInstances = (instances: Instances) => writeFileSync(file(), JSON.stringify(instances))
export const readInstances = (): Instances => JSON.parse(readFileSync(file(), 'utf8')) as Instances
