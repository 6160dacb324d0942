export { remoteConfig, shellConfig } from './webpack-config.ts'
export { buildPart } from './build-part.ts'
export { shareTable } from './share-table.ts'
