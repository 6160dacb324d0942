// What the shell's own build does to what it carries.
export { CompileAheadPlugin } from '../../../federation/src/build/compile-ahead-plugin.ts'
export { leanAliases, pureModules } from '../../../federation/src/build/lean-packages.ts'
export { antdStyles } from '../../../shared/src/styles-at-build/index.ts'
