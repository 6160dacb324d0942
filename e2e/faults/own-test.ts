import { test } from '../harness/own-product.ts'

/** Tests of a file with a product of their own: what another file published and pinned is not in it. */
export const testOf = (file: string) => test.extend<object, { file: string }>({ file: [file, { scope: 'worker' }] })
export type TestOfFile = ReturnType<typeof testOf>
export { expect } from '@playwright/test'
