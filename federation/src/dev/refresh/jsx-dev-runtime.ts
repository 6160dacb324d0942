import type { ElementType, Key } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { families } from './page.ts'

export { Fragment }

/** JSX of the source becomes this: the same element, of what stays through all builds. */
export const jsxDEV = (type: ElementType, props: object, key?: Key, isStatic = false) =>
  (isStatic ? jsxs : jsx)(families.stable(type), props, key)
