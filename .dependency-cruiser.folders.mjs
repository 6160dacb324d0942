import { options } from './.dependency-cruiser.mjs'

/**
 * No two folders need each other; a folder and one inside of it are not two. Tests are left out: they may put any two
 * parts together.
 */
export default {
  forbidden: [
    {
      name: 'no-folder-circle',
      comment: 'What a folder imports stands below it: move the piece that both need below both.',
      scope: 'folder',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: [...options.exclude.path, '\\.(test|spec)\\.tsx?$', '/testing/'] },
  },
}
