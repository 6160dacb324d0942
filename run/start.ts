import { startProduct } from './product.ts'

await startProduct(process.env)
