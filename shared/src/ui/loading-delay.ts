/** Nobody waited for an answer that comes sooner: nothing shows that it loads; ms. */
export const loadingDelayMs = 150

/** The `loading` of a button whose act takes longer than a moment: `loading={saving && afterAMoment}`. */
export const afterAMoment = { delay: loadingDelayMs }
