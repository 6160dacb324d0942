export type { BulkAct, BulkActs, BulkInput, BulkValues, LoadBulk } from './bulk/bulk-act.ts'
export { hasWords, isAmountIn, isDayIn } from './filters/in-memory.ts'
export { ListPage } from './list-page.tsx'
export type { ListPageProps } from './list-page.tsx'
