// The shell's own build does this to the packages that it contains.
export { CompileAheadPlugin } from '../../../federation/src/build/plugins/compile-ahead-plugin.ts'
export { leanAliases, pureModules } from '../../../federation/src/build/lean-packages.ts'
export { antdStyles } from '../../../shared/src/styles-at-build/index.ts'
