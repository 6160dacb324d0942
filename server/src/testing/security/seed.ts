/** Set by `npm run test:security`; `npm test` tries a part of it. */
export const isWhole = process.env.TEST_SECURITY === '1'
/** Set by `npm run test:all`, which tries more than `npm test`. */
export const isLong = process.env.TEST_LONG === '1'

/** All that is generated follows from it: the same seed generates the same. */
export const seed = Number(process.env.SECURITY_SEED ?? 19)
if (!Number.isInteger(seed)) throw new Error(`SECURITY_SEED: "${process.env.SECURITY_SEED}" is no whole number`)
