// What the shell's own build does to what it carries.
export { leanAliases, pureModules } from '../../../federation/src/build/lean-packages.ts'
export { antdStyles } from '../../../shared/src/styles-at-build/index.ts'
