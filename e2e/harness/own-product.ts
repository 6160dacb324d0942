import { signInTo } from './backend/backend.ts'
import { readInstances } from './product/instances.ts'
import { startProduct, type Product } from './product/product.ts'
import { sessionState } from './backend/session-state.ts'
import { test as base } from './test.ts'

/** For specs that stop, break or re-release a product: one of their own, before the shared bare backend, signed in. */
export const test = base.extend<object, { own: Product }>({
  own: [
    async ({}, use) => {
      const own = await startProduct('own', { API_URL: readInstances().bare.apiUrl, TRUST_PROXY: 'loopback' })
      await use(own)
      await own.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
  storageState: async ({ own }, use) => use(sessionState(own.url, await signInTo('bare'))),
})
export { expect } from '@playwright/test'
