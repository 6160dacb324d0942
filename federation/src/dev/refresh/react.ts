import * as React from 'react'
import { families } from './page.ts'

// A module of the source gets this as `react`: the shell's, but values kept by dependencies are made anew by each
// build, so that a change inside of an effect or a memo is seen.
// @ts-expect-error -- React's types are one object, its code has names
export * from 'react'

type Deps = React.DependencyList | undefined
const anew = (deps: Deps): Deps => deps && [...deps, families.generation()]

export const useEffect: typeof React.useEffect = (act, deps) => React.useEffect(act, anew(deps))
export const useLayoutEffect: typeof React.useLayoutEffect = (act, deps) => React.useLayoutEffect(act, anew(deps))
export const useInsertionEffect: typeof React.useInsertionEffect = (act, deps) =>
  React.useInsertionEffect(act, anew(deps))
export const useMemo: typeof React.useMemo = (make, deps) => React.useMemo(make, anew(deps) ?? deps)
export const useCallback: typeof React.useCallback = (act, deps) => React.useCallback(act, anew(deps) ?? deps)
export const useImperativeHandle: typeof React.useImperativeHandle = (ref, make, deps) =>
  React.useImperativeHandle(ref, make, anew(deps))

const react: typeof React = {
  ...React,
  useEffect,
  useLayoutEffect,
  useInsertionEffect,
  useMemo,
  useCallback,
  useImperativeHandle,
}

// eslint-disable-next-line no-restricted-syntax -- for who writes `import React from 'react'`
export default react
