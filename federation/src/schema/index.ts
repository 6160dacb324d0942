export * from './descriptor.ts'
export * from './release.ts'
export * from './route-match.ts'
export * from './integrity-lookup.ts'
